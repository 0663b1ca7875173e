package dev.loomweight.samples.experiment;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The continuation below every virtual thread, alone: it runs until it yields, returns to its caller, and goes on where
 * it stopped when it is run again. The class is internal to the JDK, so this JVM needs {@code --add-exports
 * java.base/jdk.internal.vm=ALL-UNNAMED}, and it is called by reflection.
 */
public final class Continuations {

    private static final String INTERNAL = "jdk.internal.vm.";

    private Continuations() {}

    /**
     * Runs the experiment.
     *
     * @param args none
     * @throws Exception if the JDK has no continuations, or keeps them to itself
     */
    public static void main(String[] args) throws Exception {
        Stand.play(0, stand -> {
            stand.words("order", String.join(" / ", order()));
            return null;
        });
    }

    private static List<String> order() throws ReflectiveOperationException {
        Class<?> scopeType = Class.forName(INTERNAL + "ContinuationScope");
        Class<?> type = Class.forName(INTERNAL + "Continuation");
        Object scope = scopeType.getConstructor(String.class).newInstance("experiment");
        Method yield = type.getMethod("yield", scopeType);
        Method run = type.getMethod("run");
        Method isDone = type.getMethod("isDone");
        List<String> said = new ArrayList<>();
        Object continuation = type.getConstructor(scopeType, Runnable.class).newInstance(scope, (Runnable) () -> {
            said.add("before yield");
            stop(yield, scope);
            said.add("after yield");
        });
        for (int run1 = 1; !(boolean) isDone.invoke(continuation); run1++) {
            said.add(run1 + " run");
            run.invoke(continuation);
        }
        said.add("Done");
        return said;
    }

    private static void stop(Method yield, Object scope) {
        try {
            yield.invoke(null, scope);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the continuation could not yield", e);
        }
    }
}
