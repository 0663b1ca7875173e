package dev.loomweight.own;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which of our source files a run of the command enters: a Java agent that adds to the start of each of our methods a call
 * to itself, and logs the first call of each file. Everything that runs is counted, also constructors, static initializers
 * and accessors: to follow a run, one must have opened the file.
 */
public final class EnteredFiles {

    private static final String OURS = "dev/loomweight/";

    private static final Set<String> ENTERED = ConcurrentHashMap.newKeySet();

    private static @Nullable PrintStream log;

    private EnteredFiles() {}

    /** Called by the JVM, before the command. */
    public static void premain(String file, Instrumentation instrumentation) throws IOException {
        log = new PrintStream(Files.newOutputStream(Path.of(file)), true, StandardCharsets.UTF_8);
        instrumentation.addTransformer(new Calls());
    }

    /**
     * Called at the start of each method.
     *
     * @param file the source file, with the path of its package
     */
    public static void enter(String file) {
        PrintStream to = log;
        if (to != null && ENTERED.add(file)) {
            to.println(file);
        }
    }

    /**
     * The files that a run of the command enters, in the order of their first calls.
     *
     * @param folder where the run has its working directory and its log
     */
    static List<String> of(Path folder, String... arguments) throws Exception {
        Path entered = folder.resolve("entered.txt");
        Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-javaagent:" + agent(folder) + "=" + entered);
        try (CommandProcess command = CommandProcess.start(folder, environment, arguments)) {
            int status = command.status();
            if (status != 0) {
                throw new AssertionError("exit status " + status + ": " + Files.readString(folder.resolve("err.txt")));
            }
        }
        return Files.readAllLines(entered);
    }

    /** A jar that only names the agent, which is on the class path. */
    private static Path agent(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", EnteredFiles.class.getName());
        Path jar = folder.resolve("entered.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    /** Adds the calls. */
    private static final class Calls implements ClassFileTransformer {

        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                @Nullable String name,
                @Nullable Class<?> before,
                @Nullable ProtectionDomain domain,
                byte[] bytes) {
            if (name == null || !name.startsWith(OURS) || name.startsWith(Type.getInternalName(EnteredFiles.class))) {
                return null;
            }
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new OfClass(writer), 0);
            return writer.toByteArray();
        }
    }

    private static final class OfClass extends ClassVisitor {

        private String file = "";
        private String folder = "";

        private OfClass(ClassWriter writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] of) {
            folder = name.substring(0, name.lastIndexOf('/') + 1);
            super.visit(version, access, name, signature, superName, of);
        }

        @Override
        public void visitSource(@Nullable String source, @Nullable String debug) {
            if (source == null) {
                throw new IllegalStateException("a class of " + folder + " names no source file");
            }
            file = folder + source;
            super.visitSource(source, debug);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
            return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0 ? method : new OfMethod(method, file);
        }
    }

    private static final class OfMethod extends MethodVisitor {

        private final String file;

        private OfMethod(MethodVisitor method, String file) {
            super(Opcodes.ASM9, method);
            this.file = file;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            visitLdcInsn(file);
            visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    Type.getInternalName(EnteredFiles.class),
                    "enter",
                    "(Ljava/lang/String;)V",
                    false);
        }
    }
}
