package dev.loomweight.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Raises old class files of a jar to the version of Java 8, in place. Libraries that are compiled for Java 5 have no stack
 * maps, so that the JVM verifies them by inference, which is slow, and keeps them out of its start archive (class data
 * sharing), which holds only classes that were verified when it was made.
 *
 * <p>The build runs this file by itself, as a program in source code (see the analyzer's pom.xml); it needs ASM alone. The
 * same jar always gives the same bytes: entries keep their order and times.
 */
final class RaiseClassFiles {

    /** Class files below this version have no stack maps (JVMS 4.10). */
    static final int OLDEST = Opcodes.V1_6;

    /** What older ones become: the first version in which interfaces may have what all later ones have. */
    static final int RAISED = Opcodes.V1_8;

    private static final String OBJECT = "java/lang/Object";

    private RaiseClassFiles() {}

    /**
     * Raises the class files of a jar.
     *
     * @param args the jar
     * @throws IOException if it cannot be read or written; it is then unchanged
     */
    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path raised = jar.resolveSibling(jar.getFileName() + ".raised");
        try {
            write(jar, raised);
            Files.move(raised, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(raised);
        }
    }

    private static void write(Path jar, Path raised) throws IOException {
        try (ZipFile from = new ZipFile(jar.toFile());
                URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(raised))) {
            List<? extends ZipEntry> entries = Collections.list(from.entries());
            for (ZipEntry entry : entries) {
                copy(from, entry, to, classes);
            }
        }
    }

    private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream to, ClassLoader classes)
            throws IOException {
        ZipEntry copied = new ZipEntry(entry.getName());
        copied.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(copied);
        try (InputStream in = from.getInputStream(entry)) {
            if (entry.getName().endsWith(".class")) {
                to.write(raised(in.readAllBytes(), classes));
            } else {
                in.transferTo(to);
            }
        }
        to.closeEntry();
    }

    /** The version of a class file. */
    static int version(byte[] classFile) {
        return (classFile[6] & 0xFF) << 8 | classFile[7] & 0xFF;
    }

    /**
     * A class file with stack maps: the same bytes if it is new enough.
     *
     * @param classes finds the classes that it names, so that the common superclass of two can be determined
     * @throws IllegalArgumentException if it has subroutines, which no class file with stack maps can have
     */
    static byte[] raised(byte[] classFile, ClassLoader classes) {
        if (version(classFile) >= OLDEST) {
            return classFile;
        }
        ClassWriter writer = new StackMaps(classes);
        new ClassReader(classFile).accept(new Raised(writer), ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }

    /** Changes the version, and corrects what only old versions may have. */
    private static final class Raised extends ClassVisitor {

        Raised(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            // Old compilers left this out of the interfaces that package-info.java becomes.
            int flags = (access & Opcodes.ACC_INTERFACE) == 0 ? access : access | Opcodes.ACC_ABSTRACT;
            super.visit(RAISED, flags, name, signature, superName, interfaces);
        }
    }

    /** Computes stack maps. Loads classes without initializing them. */
    private static final class StackMaps extends ClassWriter {

        private final ClassLoader classes;

        StackMaps(ClassLoader classes) {
            super(COMPUTE_FRAMES);
            this.classes = classes;
        }

        @Override
        protected ClassLoader getClassLoader() {
            return classes;
        }

        @Override
        protected String getCommonSuperClass(String one, String other) {
            try {
                return super.getCommonSuperClass(one, other);
            } catch (TypeNotPresentException e) {
                // Of an optional library: what is used as such a type there is never run.
                return OBJECT;
            }
        }
    }
}
