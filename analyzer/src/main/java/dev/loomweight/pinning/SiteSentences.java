package dev.loomweight.pinning;

import dev.loomweight.sample.Frames;
import org.jspecify.annotations.Nullable;

/** What is wrong at a site, and what to do about it, for people who have never heard of pinning. */
final class SiteSentences {

    /** What to do where only a class file can show who holds the monitor. */
    static final String CLASS_FILES =
            "Pass the application's jars or directories with --classpath, and the JDK that made the recording with --jdk.";

    private SiteSentences() {}

    /** One sentence: who held what, where, while what blocked. */
    static String summary(PinSite site) {
        PinCause cause = site.first();
        String blocker = site.diagnosis().blocker();
        String blocks = blocker == null ? " while it blocks" : " while it blocks in " + shortName(blocker);
        String where = name(cause) + line(cause);
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD -> where + " is synchronized" + on(cause) + blocks + ".";
            case SYNCHRONIZED_BLOCK -> where + " holds " + lock(cause) + blocks + ".";
            case LIBRARY_MONITOR ->
                where + (cause.caller() == null ? "" : calledBy(cause) + ",") + " holds " + lock(cause) + blocks + ".";
            case OBJECT_WAIT -> where + " waits on " + lock(cause) + " in Object.wait" + calledBy(cause) + ".";
            case MONITOR_ENTER ->
                where + " waits for " + lock(cause) + ", which another thread holds" + calledBy(cause) + ".";
            case NATIVE_CALL ->
                (cause.caller() == null ? "Java code" : cause.caller()) + " calls the native method " + where
                        + ", which calls back into Java, and the callback blocks" + in(blocker) + ".";
            case UPCALL ->
                "Native code calls back into Java" + calledBy(cause) + ", and the callback blocks" + in(blocker) + ".";
            case NATIVE_REFLECTION ->
                "A method invoked through native reflection" + calledBy(cause) + " blocks" + in(blocker) + ".";
            case CLASS_INITIALIZER ->
                where + " blocks" + in(blocker)
                        + (cause.caller() == null ? "" : "; " + cause.caller() + " needs the class") + ".";
            case OTHER_CLASS_INITIALIZATION ->
                where + " waits until another thread has initialized "
                        + (cause.detail().isEmpty() ? "a class" : cause.detail()) + ".";
            case CLASS_LOADING ->
                "The class loader in " + where + " blocks" + in(blocker) + "; the JVM called it"
                        + (cause.caller() == null ? "" : " for " + cause.caller()) + ".";
            case BOOTSTRAP_METHOD ->
                where + " blocks" + in(blocker) + "; the JVM called it to link a call"
                        + (cause.caller() == null ? "" : " of " + cause.caller()) + ".";
            case CLASS_LOADER_LOCK -> ClassLockSentences.ofLoader(site, cause, where + calledBy(cause));
            case CLASS_LINKING -> ClassLockSentences.ofLinking(site, where + calledBy(cause));
            case CLASS_LOCK -> ClassLockSentences.ofEither(where + calledBy(cause));
            case FREEZE_FAILED ->
                "A critical section of the JDK blocks" + in(blocker) + "; seen in " + site.name() + ".";
            case WAIT_STORM ->
                "Many threads use one monitor at once, and the JVM could not unmount them; seen in " + site.name()
                        + ".";
            case JVM_OWN -> "The JVM pins threads of its own.";
            case UNKNOWN -> "The cause is unknown where " + site.name() + " blocks: " + cause.detail() + ".";
        };
    }

    /** One or two sentences: what to do; may be empty. */
    static String solution(PinSite site, boolean monitorsPin) {
        PinCause cause = site.first();
        String after = monitorsPin && site.after() == CauseKind.After.GONE ? " It no longer pins on JDK 24+." : "";
        String stays = monitorsPin
                        && site.after() == CauseKind.After.STAYS
                        && cause.kind().after() == CauseKind.After.GONE
                ? " JDK 24+ alone does not help: " + others(site) + " on the same stack pins there too."
                : "";
        return text(site, cause) + after + stays;
    }

    private static String text(PinSite site, PinCause cause) {
        String blocker = site.diagnosis().blocker();
        String call = blocker == null ? "the blocking call" : shortName(blocker);
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD, SYNCHRONIZED_BLOCK ->
                "Replace synchronized" + on(cause) + " with a java.util.concurrent.locks.ReentrantLock, or move " + call
                        + " out of it.";
            case LIBRARY_MONITOR ->
                "Do not block in what " + simpleMethod(cause) + " calls back"
                        + (cause.caller() == null ? "" : ": in " + cause.caller())
                        + ", fetch first and pass the result"
                        + (Frames.isJdk(String.valueOf(cause.frame())) ? "." : "; or upgrade the library.");
            case OBJECT_WAIT ->
                "Replace wait and notify on " + lock(cause)
                        + " with a java.util.concurrent.locks.Condition or a latch.";
            case MONITOR_ENTER -> "Hold " + lock(cause) + " for less time, or replace it with a ReentrantLock.";
            case NATIVE_CALL ->
                "Call " + simpleMethod(cause) + " on a platform thread, or do not block in its callback.";
            case UPCALL -> "Make the native call on a platform thread, or do not block in its callback.";
            case NATIVE_REFLECTION -> "Start the JVM without -Djdk.reflect.useNativeAccessorOnly=true.";
            case CLASS_INITIALIZER ->
                "Use the class once at startup, before the load arrives, or move " + call
                        + " out of its static initializer into a lazy holder.";
            case OTHER_CLASS_INITIALIZATION -> "Use the class once at startup, before the load arrives.";
            case CLASS_LOADING -> "Load the classes at startup, or use a class loader that does not block.";
            case BOOTSTRAP_METHOD ->
                "Run the code that it links once at startup, before the load arrives, or move " + call
                        + " out of the bootstrap method.";
            case CLASS_LOADER_LOCK -> ClassLockSentences.ADVICE_LOADER;
            case CLASS_LINKING -> ClassLockSentences.ADVICE_LINKING;
            case CLASS_LOCK -> ClassLockSentences.ADVICE_EITHER;
            case FREEZE_FAILED -> "Nothing to do in the application; report it to the JDK if it costs much.";
            case WAIT_STORM ->
                "Replace the monitor with a ReentrantLock and its Condition, and use fewer timed waits on one lock.";
            case JVM_OWN -> "";
            case UNKNOWN -> cause.detail().equals(PinSentences.TRUNCATED) ? "" : "See its stacks below.";
        };
    }

    private static String others(PinSite site) {
        return site.causes().stream()
                .filter(cause -> cause.kind().after() == CauseKind.After.STAYS)
                .findFirst()
                .map(cause -> cause.kind().words())
                .orElse("something else");
    }

    private static String name(PinCause cause) {
        return String.valueOf(cause.frame());
    }

    private static String line(PinCause cause) {
        return cause.line() > 0 ? " (line " + cause.line() + ")" : "";
    }

    private static String lock(PinCause cause) {
        return cause.lock() == null ? "a monitor" : "the monitor " + cause.lock();
    }

    private static String on(PinCause cause) {
        return cause.lock() == null ? "" : " on " + cause.lock();
    }

    private static String calledBy(PinCause cause) {
        return cause.caller() == null ? "" : ", called by " + cause.caller();
    }

    private static String in(@Nullable String blocker) {
        return blocker == null ? "" : " in " + shortName(blocker);
    }

    private static String simpleMethod(PinCause cause) {
        return cause.frame() == null ? "it" : shortName(cause.frame());
    }

    /** The method with its class, without the package. */
    static String shortName(String method) {
        int dot = method.lastIndexOf('.', method.lastIndexOf('.') - 1);
        return method.substring(dot + 1);
    }
}
