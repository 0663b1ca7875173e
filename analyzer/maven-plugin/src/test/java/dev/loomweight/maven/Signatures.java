package dev.loomweight.maven;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;

/** What can be called of class files, as a small jar: public and protected classes and members, without their code. */
final class Signatures {

    private static final int SEEN = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

    private Signatures() {}

    /**
     * Those of classes in a folder or a jar.
     *
     * @param place the folder or jar
     * @param held which classes, by name; those nested in one have the name of the outermost
     */
    static byte[] of(Path place, Predicate<String> held) throws IOException {
        if (Files.isDirectory(place)) {
            return ofFolder(place, held);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return ofFolder(jar.getPath("/"), held);
        }
    }

    private static byte[] ofFolder(Path classes, Predicate<String> held) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (Path file : files) {
                String name = classes.relativize(file).toString().replace('\\', '/');
                String type =
                        name.substring(0, name.length() - ".class".length()).replace('/', '.');
                int nested = type.indexOf('$');
                if (held.test(nested < 0 ? type : type.substring(0, nested))) {
                    byte[] signatures = of(Files.readAllBytes(file));
                    if (signatures != null) {
                        ZipEntry entry = new ZipEntry(name);
                        // The same classes give the same bytes, in any time zone.
                        entry.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
                        jar.putNextEntry(entry);
                        jar.write(signatures);
                    }
                }
            }
        }
        return bytes.toByteArray();
    }

    private static byte @Nullable [] of(byte[] file) {
        ClassReader reader = new ClassReader(file);
        ClassWriter writer = new ClassWriter(0);
        Visible visible = new Visible(writer);
        reader.accept(visible, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return visible.isSeen() ? writer.toByteArray() : null;
    }

    /** Passes on what can be seen from outside. */
    private static final class Visible extends ClassVisitor {

        private String name = "";
        private int access;

        Visible(ClassWriter next) {
            super(Opcodes.ASM9, next);
        }

        /** Of a nested class the flags of the class file do not say whether it is protected or private. */
        boolean isSeen() {
            return (access & SEEN) != 0;
        }

        @Override
        public void visit(
                int version,
                int flags,
                String type,
                @Nullable String signature,
                @Nullable String parent,
                String @Nullable [] interfaces) {
            name = type;
            access = flags;
            super.visit(version, flags, type, signature, parent, interfaces);
        }

        @Override
        public void visitInnerClass(String type, @Nullable String outer, @Nullable String inner, int flags) {
            if (type.equals(name)) {
                access = flags;
            }
            super.visitInnerClass(type, outer, inner, flags);
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int flags, String field, String descriptor, @Nullable String signature, @Nullable Object value) {
            return (flags & SEEN) == 0 ? null : super.visitField(flags, field, descriptor, signature, value);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int flags,
                String method,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            boolean seen = (flags & SEEN) != 0 && (flags & Opcodes.ACC_SYNTHETIC) == 0;
            return seen ? super.visitMethod(flags, method, descriptor, signature, exceptions) : null;
        }

        @Override
        public @Nullable ModuleVisitor visitModule(String module, int flags, @Nullable String version) {
            return null;
        }
    }
}
