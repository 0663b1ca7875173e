package dev.loomweight.capture.own;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.JdkDoor;
import dev.loomweight.capture.OwnJvm;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Tells the flight recorder of this JVM where its chunks go, that they stay when the JVM ends, and how deep its stacks
 * are: what {@code -XX:FlightRecorderOptions} tells it, from inside.
 *
 * <p>JFR has no public way to say so but the diagnostic command {@code JFR.configure}. Its MBean would start the log
 * manager before the application can name its own, so the agent calls what the command calls, to which the
 * instrumentation opens the door. Where a JDK has it otherwise, the MBean is the second choice.
 */
final class JfrSetup {

    private static final String PACKAGE = "jdk.jfr.internal.dcmd";
    // verbose, repository, dump path, stack depth, three counts of buffers, two sizes, keep the repository
    private static final int PARAMETERS = 10;

    // Of JFR's buffers: less than its own 10 MB, of which pins need little.
    private static final long MEMORY_BYTES = 4L << 20;

    /**
     * How large a chunk becomes, in bytes. Whoever reads a recording while it is written, in the JVM that writes it too,
     * holds all threads and stacks of two chunks in its heap: with JFR's own 12 MB, that is up to 450,000 threads and
     * 60 MB.
     */
    private static final long CHUNK_BYTES = 4L << 20;

    private JfrSetup() {}

    /**
     * Applies it.
     *
     * @throws DataException if the folder cannot be used, or this JVM cannot be configured
     */
    static void apply(Instrumentation instrumentation, Path repository, int stackDepth) {
        String path = repository.toAbsolutePath().toString();
        try {
            execute(instrumentation, path, stackDepth, true);
        } catch (InvocationTargetException e) {
            throw new DataException("JFR cannot write to " + path + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException | RuntimeException e) {
            OwnJvm.open()
                    .run("JFR.configure repositorypath=\"" + path + "\" stackdepth=" + stackDepth + " memorysize="
                            + MEMORY_BYTES + " preserve-repository=true"
                            + (chunkBytes() == null ? "" : " maxchunksize=" + chunkBytes()));
        }
    }

    /** Makes chunks small, and leaves all else as it is; where a JDK has no way to say so, they stay as they are. */
    static void limitChunks(Instrumentation instrumentation) {
        try {
            execute(instrumentation, null, null, null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // They are read all the same, with more memory.
        }
    }

    private static void execute(
            Instrumentation instrumentation,
            @Nullable String repository,
            @Nullable Integer stackDepth,
            @Nullable Boolean preserved)
            throws ReflectiveOperationException {
        Method execute = method(instrumentation);
        Constructor<?> constructor = execute.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        execute.invoke(
                constructor.newInstance(),
                false,
                repository,
                null,
                stackDepth,
                null,
                null,
                null,
                null,
                chunkBytes(),
                preserved);
    }

    /** Null where the user has decided it. */
    private static @Nullable Long chunkBytes() {
        boolean decided = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(argument ->
                        argument.startsWith("-XX:FlightRecorderOptions") && argument.contains("maxchunksize"));
        return decided ? null : CHUNK_BYTES;
    }

    private static Method method(Instrumentation instrumentation) throws ReflectiveOperationException {
        JdkDoor.open(instrumentation, jdk.jfr.Recording.class, PACKAGE);
        for (Method method : Class.forName(PACKAGE + ".DCmdConfigure").getDeclaredMethods()) {
            if (method.getName().equals("execute") && method.getParameterCount() == PARAMETERS) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException("DCmdConfigure.execute");
    }
}
