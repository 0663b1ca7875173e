package dev.loomweight.capture;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

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

    private JfrSetup() {}

    /**
     * Applies it.
     *
     * @throws DataException if the folder cannot be used, or this JVM cannot be told
     */
    static void apply(Instrumentation instrumentation, Path repository, int stackDepth) {
        String path = repository.toAbsolutePath().toString();
        try {
            Method execute = method(instrumentation);
            Constructor<?> constructor = execute.getDeclaringClass().getDeclaredConstructor();
            constructor.setAccessible(true);
            execute.invoke(
                    constructor.newInstance(), false, path, null, stackDepth, null, null, null, null, null, true);
        } catch (InvocationTargetException e) {
            throw new DataException("JFR cannot write to " + path + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException | RuntimeException e) {
            OwnJvm.open()
                    .run("JFR.configure repositorypath=\"" + path + "\" stackdepth=" + stackDepth + " memorysize="
                            + MEMORY_BYTES + " preserve-repository=true");
        }
    }

    private static Method method(Instrumentation instrumentation) throws ReflectiveOperationException {
        Module module = jdk.jfr.Recording.class.getModule();
        Set<Module> self = Set.of(JfrSetup.class.getModule());
        instrumentation.redefineModule(module, Set.of(), Map.of(), Map.of(PACKAGE, self), Set.of(), Map.of());
        for (Method method : Class.forName(PACKAGE + ".DCmdConfigure").getDeclaredMethods()) {
            if (method.getName().equals("execute") && method.getParameterCount() == PARAMETERS) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException("DCmdConfigure.execute");
    }
}
