package dev.loomweight.pinning;

import org.jspecify.annotations.Nullable;

/**
 * What can be done about a site. It depends on whose code holds the carrier: one's own can be changed, a library can be
 * replaced by another release, of the JDK another method can be called. Where that is undecided, what is said is true of
 * each.
 */
final class Advice {

    private static final String PLATFORM =
            "call it on a platform thread, or let a Semaphore admit fewer threads to it than there are carriers";

    private final PinSite site;
    private final PinCause cause;
    private final @Nullable BlamedFrame blamed;
    private final String call;

    private Advice(PinSite site, @Nullable BlamedFrame blamed) {
        this.site = site;
        this.cause = site.first();
        this.blamed = blamed;
        String blocker = site.diagnosis().blocker();
        this.call = blocker == null ? "the blocking call" : SiteSentences.shortName(blocker);
    }

    /** One or more sentences; may be empty. */
    static String of(PinSite site, @Nullable BlamedFrame blamed) {
        return new Advice(site, blamed).text();
    }

    private String text() {
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD, SYNCHRONIZED_BLOCK, LIBRARY_MONITOR -> held();
            case OBJECT_WAIT, MONITOR_ENTER -> byOwner(own(), waited());
            case NATIVE_CALL -> nativeCall();
            case UPCALL -> "Make the native call on a platform thread, or do not block in its callback.";
            case NATIVE_REFLECTION ->
                "Call the method directly or through a MethodHandle; if the JVM was started with"
                        + " -Djdk.reflect.useNativeAccessorOnly=true, start it without.";
            case CLASS_INITIALIZER -> initializer();
            case OTHER_CLASS_INITIALIZATION -> "Use the class once at startup, before the load arrives.";
            case CLASS_LOADING ->
                kind() == Owner.Kind.JDK || kind() == Owner.Kind.LIBRARY
                        ? "Load the classes at startup, before the load arrives."
                        : "Load the classes at startup, or use a class loader that does not block.";
            case FREEZE_FAILED ->
                "If it comes with the first use of classes, use them once at startup; otherwise there is nothing to do in"
                        + " the application: report it to the JDK if it costs much.";
            case WAIT_STORM ->
                "If many threads wait on one monitor there, replace it with a ReentrantLock and its Condition, and use"
                        + " fewer timed waits.";
            case JVM_OWN -> "";
            case UNKNOWN -> cause.detail().equals(PinSentences.TRUNCATED) ? "" : "See its stacks below.";
        };
    }

    private Owner.Kind kind() {
        if (blamed != null) {
            return blamed.owner().kind();
        }
        return cause.own() ? Owner.Kind.UNDECIDED : Owner.Kind.LIBRARY;
    }

    private String held() {
        return byOwner(own(), called());
    }

    /** What to do in one's own code. */
    private String own() {
        return switch (cause.kind()) {
            case OBJECT_WAIT ->
                "replace wait and notify on " + lock() + " with a java.util.concurrent.locks.Condition or a latch";
            case MONITOR_ENTER -> "hold " + lock() + " for less time, or replace it with a ReentrantLock";
            default ->
                "replace synchronized" + (cause.lock() == null ? "" : " on " + cause.lock())
                        + " with a java.util.concurrent.locks.ReentrantLock, or move " + call + " out of it";
        };
    }

    private String byOwner(String own, String jdk) {
        return switch (kind()) {
            case OWN -> capitalized(own) + ".";
            case JDK -> jdk;
            case LIBRARY -> library();
            case UNDECIDED -> {
                String in = blamed == null ? "" : blamed.owner().words();
                yield "If " + method() + (in.isEmpty() ? " is" : ", of " + in + ", is") + " your own code, " + own
                        + "; if it is a library's, look for a release without this monitor, or " + PLATFORM + ".";
            }
        };
    }

    private String library() {
        Owner owner = blamed == null ? null : blamed.owner();
        String words = owner == null ? "" : owner.words();
        Library library = owner == null ? null : owner.library();
        String who = words.isEmpty() ? "The library" : capitalized(words);
        String callback = callback();
        if (library == null) {
            return callback + (callback.isEmpty() ? "Look" : "Or look") + " for a release of "
                    + (words.isEmpty() ? "the library" : words) + " without this monitor, or " + PLATFORM + ".";
        }
        return callback + upgrade(library, owner == null ? "" : library.version(owner.jar()), who);
    }

    private static String upgrade(Library library, String version, String who) {
        String source = " (" + library.source() + ", read on " + Library.AS_OF + ")";
        if (library.fixedIn().isEmpty()) {
            return who + ": no release without such monitors is recorded here. " + library.note() + source
                    + ". Otherwise " + PLATFORM + ".";
        }
        String change = library.fixedIn() + ", which replaced most of its monitors with locks" + source;
        return switch (library.age(version)) {
            case OLDER -> who + ": upgrade to " + change + ", or newer. Otherwise " + PLATFORM + ".";
            case FIXED ->
                who + " is not older than " + change + ", so a monitor is left there. Look for a newer release, or "
                        + PLATFORM + ".";
            case UNKNOWN ->
                who + ": its version is not known. If it is older than " + change + ", upgrade; otherwise " + PLATFORM
                        + ".";
        };
    }

    // Only where code of the application runs below the frame on the stack; otherwise the frame itself blocks.
    private String callback() {
        if (blamed == null || blamed.callee() == null) {
            return "";
        }
        Owner.Kind callee = blamed.calleeOwner();
        boolean possible = callee == Owner.Kind.OWN || callee == Owner.Kind.UNDECIDED;
        if (!possible) {
            return "";
        }
        String called = SiteSentences.shortName(blamed.callee());
        return (callee == Owner.Kind.OWN ? "Do not block in " + called : "If " + called + " is your own code, do not block there")
                + (blamed.always() ? ": it runs" : ": on some of the stacks it runs") + " below " + method() + ". ";
    }

    private String called() {
        String frame = String.valueOf(cause.frame());
        String callback = callback();
        if (isMapFunction(frame)) {
            return "Do not block in the function that is passed to " + method()
                    + (callback.isEmpty() ? "" : " (" + SiteSentences.shortName(String.valueOf(callee())) + ")")
                    + ": compute the value before, and store it with put or putIfAbsent, or store a Future.";
        }
        if (frame.endsWith(".loadClass") || frame.startsWith("jdk.internal.loader.")) {
            return "Load the classes at startup, before the load arrives.";
        }
        if (frame.startsWith("sun.net.www.") || frame.startsWith("java.net.URLConnection")) {
            return "Use java.net.http.HttpClient instead of URLConnection.";
        }
        return callback + otherwise(callback);
    }

    private String otherwise(String callback) {
        return callback.isEmpty()
                ? method() + " of the JDK holds the monitor: " + PLATFORM + "."
                : "Or " + PLATFORM + ".";
    }

    private @Nullable String callee() {
        return blamed == null ? null : blamed.callee();
    }

    private static boolean isMapFunction(String frame) {
        int dot = frame.lastIndexOf('.');
        return frame.startsWith("java.util.concurrent.ConcurrentHashMap.")
                && (frame.substring(dot + 1).startsWith("compute") || frame.endsWith(".merge"));
    }

    /** What to do where code of the JDK waits. */
    private String waited() {
        String frame = String.valueOf(cause.frame());
        if (frame.equals("java.lang.Thread.join")) {
            return "Wait for a Future or a CountDownLatch, or start a virtual thread instead of the platform thread that"
                    + " is joined.";
        }
        if (frame.startsWith("java.io.Piped")) {
            return "Use a java.util.concurrent.BlockingQueue instead of the piped streams.";
        }
        if (frame.startsWith("java.util.concurrent.ConcurrentHashMap.")) {
            return "The monitor is one of the map's: do not block in the functions that are passed to its compute and"
                    + " merge methods.";
        }
        if (frame.endsWith(".loadClass") || frame.startsWith("jdk.internal.loader.")) {
            return "Load the classes at startup, before the load arrives.";
        }
        return method() + " of the JDK waits there: " + PLATFORM + ".";
    }

    private String nativeCall() {
        boolean calls = blamed == null || !blamed.innermost();
        if (String.valueOf(cause.frame()).equals("java.lang.Class.forName0")) {
            return "Load and initialize the class at startup, before the load arrives.";
        }
        String callee = callee();
        boolean possible = calls
                && blamed != null
                && (blamed.calleeOwner() == Owner.Kind.OWN || blamed.calleeOwner() == Owner.Kind.UNDECIDED);
        return "Call " + method() + " on a platform thread"
                + (possible && callee != null ? ", or do not block in its callback" : "") + ".";
    }

    private String initializer() {
        String early = "Use the class once at startup, before the load arrives";
        return switch (kind()) {
            case OWN -> early + ", or move " + call + " out of its static initializer.";
            case UNDECIDED -> early + ", or, if it is your own, move " + call + " out of its static initializer.";
            case LIBRARY, JDK -> early + ".";
        };
    }

    private String lock() {
        return cause.lock() == null ? "a monitor" : "the monitor " + cause.lock();
    }

    private String method() {
        return cause.frame() == null ? SiteSentences.shortName(site.name()) : SiteSentences.shortName(cause.frame());
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
