package dev.loomweight.packaging;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * An old class file, raised to the version of Java 8. Libraries that are compiled for Java 5 have no stack maps, so that the
 * JVM verifies them by inference, which is slow, and keeps them out of its start archive (class data sharing), which holds
 * only classes that were verified when it was made.
 */
final class RaisedClass {

    /** Class files below this version have no stack maps (JVMS 4.10). */
    static final int OLDEST = Opcodes.V1_6;

    /** What older ones become. */
    static final int RAISED = Opcodes.V1_8;

    private static final String OBJECT = "java/lang/Object";

    private RaisedClass() {}

    /** The version of a class file. */
    static int version(byte[] classFile) {
        return ((classFile[6] & 0xFF) << 8) | (classFile[7] & 0xFF);
    }

    /**
     * A class file with stack maps: the same bytes if it is new enough.
     *
     * @param classes finds the classes that it names, so that the common superclass of two can be determined
     * @throws IllegalArgumentException if it has subroutines, which no class file with stack maps can have
     */
    static byte[] of(byte[] classFile, ClassLoader classes) {
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
