package dev.loomweight.bench;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Holders;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long the holders of 1,300 distinct stacks of 44 frames take, as many as a server of a day of pins shows. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class HoldersBenchmark {

    private static final int STACKS = 1300;
    private static final int FRAMES = 44;
    private static final int DISTINCT_FRAMES = 3000;
    private static final List<String> CLASSES = List.of(
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.concurrent.CompletableFuture",
            "java.util.Collections",
            "java.io.BufferedInputStream",
            "java.io.PrintStream",
            "java.net.URLClassLoader",
            "java.util.Hashtable",
            "java.util.Timer",
            "sun.nio.ch.SocketChannelImpl",
            "java.lang.ClassLoader");

    private final List<StackTrace> stacks = new ArrayList<>();
    private final Holders warm = new Holders(new Code(jdk()));

    /** Makes the stacks from instructions of the running JDK. */
    @Setup
    public void makeStacks() throws IOException {
        List<Frame> all = new ArrayList<>();
        for (String name : CLASSES) {
            new Instructions(name, all).read();
        }
        Random random = new Random(4711);
        List<Frame> distinct = new ArrayList<>();
        for (int i = 0; i < DISTINCT_FRAMES; i++) {
            distinct.add(all.get(random.nextInt(all.size())));
        }
        for (int i = 0; i < STACKS; i++) {
            List<Frame> frames = new ArrayList<>();
            for (int j = 0; j < FRAMES; j++) {
                frames.add(distinct.get(random.nextInt(distinct.size())));
            }
            stacks.add(new StackTrace(frames, false));
        }
    }

    /** After the first time: every frame is known. */
    @Benchmark
    public int known() {
        return holding(warm);
    }

    /** The first time: the JDK is opened, and every class read and analysed. */
    @Benchmark
    public int first() throws IOException {
        try (ClassPath path = jdk()) {
            return holding(new Holders(new Code(path)));
        }
    }

    private int holding(Holders holders) {
        int holding = 0;
        for (StackTrace stack : stacks) {
            holding += holders.of(stack).holding().size();
        }
        return holding;
    }

    private static ClassPath jdk() {
        return ClassPath.of(List.of(), Path.of(System.getProperty("java.home")), 21);
    }

    /** Every instruction of a class as a frame. */
    private static final class Instructions extends ClassReader {
        private final String className;
        private final List<Frame> into;
        private String method = "";
        private String descriptor = "";
        private int modifiers;

        private Instructions(String className, List<Frame> into) throws IOException {
            super(className);
            this.className = className;
            this.into = into;
        }

        private void read() {
            accept(
                    new ClassVisitor(Opcodes.ASM9) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access,
                                String name,
                                String type,
                                @Nullable String signature,
                                String @Nullable [] exceptions) {
                            method = name;
                            descriptor = type;
                            modifiers = access;
                            return new MethodVisitor(Opcodes.ASM9) {};
                        }
                    },
                    SKIP_FRAMES);
        }

        @Override
        protected void readBytecodeInstructionOffset(int offset) {
            into.add(new Frame(className, method, descriptor, -1, offset, modifiers, "Interpreted"));
        }
    }
}
