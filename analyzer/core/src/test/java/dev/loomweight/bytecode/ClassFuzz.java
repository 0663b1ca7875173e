package dev.loomweight.bytecode;

import dev.loomweight.classfiles.ClassBytes;
import dev.loomweight.code.fixture.RecordHeldMonitors;
import dev.loomweight.fuzz.Law;
import dev.loomweight.sample.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Any bytes as a class file, and as a jar. */
public final class ClassFuzz {

    private static final Class<?> SEED = RecordHeldMonitors.class;
    private static final int INDEXES = 100;
    private static final List<String> METHODS = Marks.node(bytes(SEED)).methods.stream()
            .map(method -> method.name + method.desc)
            .toList();

    private ClassFuzz() {}

    /** Any bytes as a jar. */
    public static final class Jar {
        private Jar() {}

        /** Reads an input. */
        public static void fuzzerTestOneInput(byte[] input) {
            Law.holdsForFile(input, "input.jar", file -> ask(file, List.of(frame("a.A", 0), frame("lib.Pool", 0))));
        }
    }

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        Law.holds(input.length, () -> {
            read("a.A", List.of("m" + Assembled.DESCRIPTOR), input);
            read(SEED.getName(), METHODS, input);
        });
    }

    private static void read(String className, List<String> methods, byte[] input) {
        try {
            ClassCode code = ClassCode.read(className, new ClassBytes("a.jar", input));
            for (String method : methods) {
                int descriptor = method.indexOf('(');
                String name = method.substring(0, descriptor);
                if (code.access(name, method.substring(descriptor)) != null) {
                    look(code.method(name, method.substring(descriptor)));
                    ParsedMethod parsed = code.parse(name, method.substring(descriptor));
                    parsed.offsets().forEach(offset -> BlockMonitors.operands(parsed, offset));
                }
            }
            code.fields();
            code.superTypes();
        } catch (ClassCode.BrokenClassException e) {
            Law.oneLine(String.valueOf(e.getMessage()));
        }
    }

    private static void look(MethodCode method) {
        for (int index = 0; index < INDEXES; index++) {
            method.blocks().before(index);
            method.blocks().lockAt(index);
            method.blocks().enteredBefore(index);
            method.instructions().at(index);
        }
    }

    private static void ask(Path entry, List<Frame> frames) throws IOException {
        try (ClassPath path = ClassPath.of(List.of(entry.toString()), null, 21)) {
            Code code = new Code(path);
            Holders holders = new Holders(code);
            for (Frame frame : frames) {
                holders.of(frame);
                code.instruction(frame);
                code.sourceFile(frame.className());
            }
            path.notes().forEach(Law::oneLine);
        }
    }

    private static Frame frame(String className, int index) {
        return new Frame(className, "m", "()V", 1, index, 0, "Interpreted");
    }

    /** Class files with monitors. */
    public static List<byte[]> seeds() {
        return List.of(
                Assembled.classFile(method -> {
                    Label around = new Label();
                    method.visitVarInsn(Opcodes.ALOAD, 1);
                    method.visitJumpInsn(Opcodes.IFNULL, around);
                    Assembled.monitor(method, Opcodes.MONITORENTER, 0);
                    Assembled.call(method);
                    Assembled.monitor(method, Opcodes.MONITOREXIT, 0);
                    method.visitLabel(around);
                    method.visitInsn(Opcodes.RETURN);
                }),
                bytes(SEED));
    }

    private static byte[] bytes(Class<?> of) {
        String name = of.getSimpleName() + ".class";
        try (InputStream in = Objects.requireNonNull(of.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Jars of every kind. */
    public static List<byte[]> jarSeeds() {
        byte[] inner = new Jars().with("", "lib.Pool", "x").bytes();
        byte[] all = new Jars()
                .manifest("Multi-Release: true", "Class-Path: x.jar")
                .with("", "a.A", "A.java")
                .with("META-INF/versions/17/", "a.A", "A.java")
                .with("BOOT-INF/lib/stored.jar", inner, false)
                .with("BOOT-INF/lib/packed.jar", inner, true)
                .bytes();
        return List.of(all, new Jars().with("", "a.A", "A.java").bytes());
    }
}
