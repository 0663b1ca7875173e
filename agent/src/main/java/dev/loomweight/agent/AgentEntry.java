package dev.loomweight.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM enters the agent. Compiled for Java 8, so that an older JVM than the agent needs can load it and start
 * its application without: the class file of {@link Agent} would end it.
 */
public final class AgentEntry {

    private static final int OLDEST = 21;

    private AgentEntry() {}

    /**
     * Called before the application's main method; never throws.
     *
     * @param options as in {@code -javaagent:JAR=OPTIONS}; may be null
     */
    public static void premain(@Nullable String options, Instrumentation instrumentation) {
        start(options, instrumentation, true);
    }

    /**
     * Called when the agent is loaded into a JVM that runs already; never throws.
     *
     * @param options may be null or empty
     */
    public static void agentmain(@Nullable String options, Instrumentation instrumentation) {
        start(options, instrumentation, false);
    }

    // Throwable: an exception in premain ends the JVM, and so would the error of a class that is missing.
    private static void start(@Nullable String options, Instrumentation instrumentation, boolean fromTheStart) {
        try {
            String version = System.getProperty("java.specification.version", "");
            if (major(version) < OLDEST) {
                warn("needs Java " + OLDEST + " or newer, and this is " + System.getProperty("java.version")
                        + "; the application runs without it");
                return;
            }
            Class.forName("dev.loomweight.agent.Agent")
                    .getMethod("start", String.class, Instrumentation.class, boolean.class)
                    .invoke(null, options == null ? "" : options, instrumentation, fromTheStart);
        } catch (InvocationTargetException e) {
            warn("could not start (" + e.getCause() + "); the application runs without it");
        } catch (Throwable e) {
            warn("could not start (" + e + "); the application runs without it");
        }
    }

    private static int major(String version) {
        try {
            return Integer.parseInt(version);
        } catch (NumberFormatException e) {
            // Java 8 calls itself 1.8.
            return 0;
        }
    }

    private static void warn(String what) {
        System.err.println("loomweight agent: " + what);
    }
}
