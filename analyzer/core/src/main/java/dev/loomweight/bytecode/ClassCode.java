package dev.loomweight.bytecode;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.classfiles.ClassBytes;
import dev.loomweight.classfiles.ErrorText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A class file that was read. Its methods are read when they are asked for. Safe for threads. */
final class ClassCode {

    private final String origin;
    private final @Nullable Archive archive;
    private final OffsetReader reader;
    private final @Nullable String sourceFile;
    // By name and descriptor, such as add(J)V.
    private final Map<String, Integer> access;
    private final Map<String, MethodCode> methods = new ConcurrentHashMap<>();
    private volatile @Nullable FieldFacts fields;

    /** Says that a class file cannot be read; the message is a clause that says why. */
    static final class BrokenClassException extends Exception {
        private static final long serialVersionUID = 1L;

        BrokenClassException(String message) {
            super(message);
        }
    }

    private ClassCode(ClassBytes file, OffsetReader reader, Headers headers) {
        this.origin = file.origin();
        this.archive = file.archive();
        this.reader = reader;
        this.sourceFile = headers.sourceFile;
        this.access = Map.copyOf(headers.access);
    }

    /**
     * Reads the names of the class and of its methods.
     *
     * @param className the class that was looked for, in Java's notation
     * @throws BrokenClassException if the file cannot be read, or is that of another class
     */
    static ClassCode read(String className, ClassBytes file) throws BrokenClassException {
        return guarded(() -> {
            OffsetReader reader = new OffsetReader(readableVersion(file.bytes()));
            String found = reader.getClassName().replace('/', '.');
            if (!found.equals(className)) {
                throw new IllegalArgumentException("it is the class file of " + found);
            }
            Headers headers = new Headers();
            reader.accept(headers, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
            return new ClassCode(file, reader, headers);
        });
    }

    /** Its name in Java's notation. */
    String name() {
        return reader.getClassName().replace('/', '.');
    }

    /** The file that it was found in, as messages name it. */
    String origin() {
        return origin;
    }

    /** The superclass in Java's notation; null for {@code java.lang.Object}. */
    @Nullable
    String superclass() {
        String name = reader.getSuperName();
        return name == null ? null : name.replace('/', '.');
    }

    /** What it was found in; null where that is nothing. */
    @Nullable
    Archive archive() {
        return archive;
    }

    /** The SourceFile attribute: a file's name without a directory; null where there is none. */
    @Nullable
    String sourceFile() {
        return sourceFile;
    }

    /** The superclass and the interfaces that it names, in the class file's notation; the superclass first. */
    List<String> superTypes() {
        List<String> types = new ArrayList<>();
        String superName = reader.getSuperName();
        if (superName != null) {
            types.add(superName);
        }
        types.addAll(List.of(reader.getInterfaces()));
        return types;
    }

    /** Whether it is an interface. */
    boolean isInterface() {
        return (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
    }

    /** What it shows of the objects in its fields; made once. Nothing where it cannot be read. */
    FieldFacts fields() {
        FieldFacts known = fields;
        if (known == null) {
            known = readFields();
            fields = known;
        }
        return known;
    }

    private FieldFacts readFields() {
        try {
            return guarded(() -> {
                ClassNode node = new ClassNode();
                synchronized (reader) {
                    reader.accept(node, ClassReader.SKIP_FRAMES);
                }
                return FieldFacts.of(node, (name, descriptor) -> {
                    try {
                        return parse(name, descriptor);
                    } catch (BrokenClassException e) {
                        return null;
                    }
                });
            });
        } catch (BrokenClassException e) {
            return FieldFacts.NONE;
        }
    }

    /**
     * What its methods can run, read anew.
     *
     * @throws BrokenClassException if the file cannot be read
     */
    ClassCalls calls() throws BrokenClassException {
        return guarded(() -> {
            ClassNode node = new ClassNode();
            synchronized (reader) {
                reader.accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
            return ClassCalls.of(node);
        });
    }

    /** The descriptors of the methods of that name, sorted. */
    List<String> descriptors(String name) {
        return access.keySet().stream()
                .filter(method -> method.startsWith(name + "("))
                .map(method -> method.substring(name.length()))
                .sorted()
                .toList();
    }

    /** The access flags of a method, or null if the class has none of that name and descriptor. */
    @Nullable
    Integer access(String name, String descriptor) {
        return access.get(name + descriptor);
    }

    /**
     * What the bytecode of a method shows; made once.
     *
     * @throws BrokenClassException if its code cannot be read
     */
    MethodCode method(String name, String descriptor) throws BrokenClassException {
        MethodCode known = methods.get(name + descriptor);
        if (known == null) {
            ParsedMethod parsed = parse(name, descriptor);
            known = guarded(() -> MethodCode.of(parsed));
            methods.put(name + descriptor, known);
        }
        return known;
    }

    /**
     * One method with its instructions, read anew.
     *
     * @throws BrokenClassException if its code cannot be read
     */
    ParsedMethod parse(String name, String descriptor) throws BrokenClassException {
        synchronized (reader) {
            return guarded(() -> reader.method(name, descriptor));
        }
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read();
    }

    // ASM does not check what it reads. A length or a reference that was damaged ends in any exception, in endless
    // recursion, or in an array of two gigabytes.
    private static <T> T guarded(Reading<T> reading) throws BrokenClassException {
        try {
            return reading.read();
        } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
            throw new BrokenClassException(
                    e instanceof IllegalArgumentException && e.getMessage() != null
                            ? ErrorText.of(e)
                            : "it is truncated or damaged (" + ErrorText.of(e) + ")");
        }
    }

    // ASM refuses versions that it does not know, although new ones rarely change what is read here. Where one does,
    // reading fails, and the class is called broken.
    private static byte[] readableVersion(byte[] bytes) {
        int newest = Opcodes.V25 & 0xFFFF;
        if (bytes.length < 10 || ((bytes[6] & 0xFF) << 8 | (bytes[7] & 0xFF)) <= newest) {
            return bytes;
        }
        byte[] older = bytes.clone();
        older[6] = 0;
        older[7] = (byte) newest;
        return older;
    }

    private static final class Headers extends ClassVisitor {
        private final Map<String, Integer> access = new HashMap<>();
        private @Nullable String sourceFile;

        private Headers() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitSource(@Nullable String source, @Nullable String debug) {
            sourceFile = source;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int flags, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
            access.putIfAbsent(name + descriptor, flags);
            return null;
        }
    }

    /** A reader that keeps the bytecode index of every instruction. */
    private static final class OffsetReader extends ClassReader {
        private List<Integer> offsets = new ArrayList<>();

        private OffsetReader(byte[] bytes) {
            super(bytes);
        }

        @Override
        protected void readBytecodeInstructionOffset(int offset) {
            offsets.add(offset);
        }

        private ParsedMethod method(String name, String descriptor) {
            List<ParsedMethod> found = new ArrayList<>();
            accept(
                    new ClassVisitor(Opcodes.ASM9) {
                        @Override
                        public @Nullable MethodVisitor visitMethod(
                                int flags,
                                String called,
                                String type,
                                @Nullable String signature,
                                String @Nullable [] exceptions) {
                            if (!called.equals(name) || !type.equals(descriptor) || !found.isEmpty()) {
                                return null;
                            }
                            offsets = new ArrayList<>();
                            return new MethodNode(Opcodes.ASM9, flags, called, type, signature, exceptions) {
                                @Override
                                public void visitEnd() {
                                    found.add(ParsedMethod.of(getClassName(), this, offsets));
                                }
                            };
                        }
                    },
                    ClassReader.SKIP_FRAMES);
            if (found.isEmpty()) {
                throw new IllegalArgumentException("it has no method " + name + descriptor);
            }
            return found.getFirst();
        }
    }
}
