package dev.loomweight.pins.pinning;

import static java.util.Objects.requireNonNullElse;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.PinRule;
import dev.loomweight.kernel.diagnosis.BlamedFrame;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.kernel.faults.Library;
import org.jspecify.annotations.Nullable;

/**
 * What can be done about a site. It depends on whose code holds the carrier: one's own can be changed, a library can be
 * replaced by another release, of the JDK another method can be called. Where that is undecided, what is said is true of
 * each.
 */
final class Advice {

    /** What to do in a few words about what comes with the first use of a class. */
    static final String EARLY = "use the class once at startup, before the load arrives";

    /** In place of a frame where none is to blame: no method has this name. */
    private static final CodePlace NOWHERE = new CodePlace("", "");

    private static final String PLATFORM = "call it on a platform thread";

    private final PinSite site;
    private final PinCause cause;
    private final @Nullable BlamedFrame blamed;
    private final CodePlace frame;
    private final String call;
    private final boolean further;

    private Advice(PinSite site, PinCause cause, @Nullable BlamedFrame blamed) {
        this.site = site;
        this.cause = cause;
        this.further = !cause.equals(site.first());
        this.blamed = blamed;
        this.frame = requireNonNullElse(cause.frame(), NOWHERE);
        CodePlace blocker = site.diagnosis().blocker();
        this.call = blocker == null ? "the blocking call" : blocker.shortName();
    }

    /**
     * One or more sentences; may be empty. What the advice on the first cause says of the site is said there alone.
     *
     * @param cause one of the causes of the site
     * @param blamed its frame
     */
    static String of(PinSite site, PinCause cause, @Nullable BlamedFrame blamed) {
        return new Advice(site, cause, blamed).text();
    }

    /**
     * The same of the first cause in a few words, beginning in lower case and without a full stop; may be empty.
     *
     * @param blamed its frame
     */
    static String brief(PinSite site, @Nullable BlamedFrame blamed) {
        return new Advice(site, site.first(), blamed).brief();
    }

    private String brief() {
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD, SYNCHRONIZED_BLOCK, LIBRARY_MONITOR, OBJECT_WAIT, MONITOR_ENTER -> briefMonitor();
            case NATIVE_CALL -> isForName() ? EARLY : PLATFORM + (callsBack() ? orCallback() : "");
            case UPCALL -> PLATFORM + orCallback();
            case NATIVE_REFLECTION -> "call the method directly or through a MethodHandle";
            case CLASS_INITIALIZER, OTHER_CLASS_INITIALIZATION -> EARLY;
            case CLASS_LOADING, CLASS_LOADER_LOCK, CLASS_LINKING, CLASS_LOCK, BOOTSTRAP_METHOD ->
                "load the classes at startup, before the load arrives";
            case MONITOR, UNKNOWN ->
                site.diagnosis().needsClassFile()
                        ? "pass class files with --classpath and --jdk: they show who holds the monitor"
                        : "";
            default -> "";
        };
    }

    private String briefMonitor() {
        Owner owner = blamed == null ? null : blamed.owner();
        Library library = owner == null ? null : owner.library();
        if (kind() == Owner.Kind.LIBRARY && owner != null && library != null) {
            return switch (library.affected(library.version(owner.jar()))) {
                case YES ->
                    "upgrade " + library.name() + " " + library.version(owner.jar()) + " to " + library.fixedIn();
                case UNKNOWN ->
                    library.fixedIn().isEmpty()
                            ? library.name() + ": " + library.note() + "; else " + PLATFORM
                            : "upgrade " + library.name() + " if it is older than " + library.fixedIn();
                case NO -> "look for a newer release of " + library.name() + ", or " + PLATFORM;
            };
        }
        return switch (kind()) {
            case OWN -> briefOwn();
            case LIBRARY -> "look for a release of it without this monitor, or " + PLATFORM;
            case JDK ->
                isMapFunction()
                        ? "do not block in the function that is passed to " + method()
                        : isLoader() ? "load the classes at startup, before the load arrives" : PLATFORM;
            case UNDECIDED -> briefOwn() + "; if it is a library's, " + PLATFORM;
        };
    }

    private String briefOwn() {
        return switch (cause.kind()) {
            case OBJECT_WAIT -> "use a Condition or a latch instead of wait and notify";
            case MONITOR_ENTER -> "hold " + lock() + " for less time, or use a ReentrantLock";
            default -> "use a ReentrantLock instead of synchronized, or move " + call + " out of it";
        };
    }

    private String text() {
        return switch (cause.kind()) {
            case SYNCHRONIZED_METHOD, SYNCHRONIZED_BLOCK, LIBRARY_MONITOR -> byOwner(own(), called());
            case OBJECT_WAIT -> byOwner(own(), waited());
            case MONITOR_ENTER ->
                cause.detail().isEmpty() ? byOwner(own(), waited()) : ClassLockSentences.adviceOwnOrLinking(cause);
            case NATIVE_CALL -> nativeCall();
            case UPCALL -> "Make the native call on a platform thread" + reached() + orCallback() + ".";
            case NATIVE_REFLECTION ->
                "Call the method directly or through a MethodHandle; if the JVM was started with"
                        + " -Djdk.reflect.useNativeAccessorOnly=true, start it without.";
            case CLASS_INITIALIZER -> initializer();
            case OTHER_CLASS_INITIALIZATION -> "Use the class once at startup, before the load arrives.";
            case CLASS_LOADING ->
                kind() == Owner.Kind.JDK || kind() == Owner.Kind.LIBRARY
                        ? "Load the classes at startup, before the load arrives."
                        : "Load the classes at startup, or use a class loader that does not block.";
            case BOOTSTRAP_METHOD -> bootstrap();
            case CLASS_LOADER_LOCK -> ClassLockSentences.ADVICE_LOADER;
            case CLASS_LINKING -> ClassLockSentences.ADVICE_LINKING;
            case CLASS_LOCK -> ClassLockSentences.ADVICE_EITHER;
            case FREEZE_FAILED ->
                "If it comes with the first use of classes, use them once at startup; otherwise there is nothing to do"
                        + " in the application: report it to the JDK if it costs much.";
            case WAIT_STORM ->
                "If many threads wait on one monitor there, replace it with a ReentrantLock and its Condition, and use"
                        + " fewer timed waits.";
            case JVM_OWN -> "";
            case MONITOR, UNKNOWN -> cause.detail().equals(PinRule.TRUNCATED) ? "" : "See its stacks below.";
        };
    }

    private Owner.Kind kind() {
        if (blamed != null) {
            return blamed.owner().kind();
        }
        return cause.own() ? Owner.Kind.UNDECIDED : Owner.Kind.LIBRARY;
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
                if (further) {
                    yield capitalized(own) + " if it is your own; else look for a release without it.";
                }
                String in = blamed == null ? "" : blamed.owner().words();
                yield "If " + method() + (in.isEmpty() ? " is" : ", of " + in + ", is") + " your own code, " + own
                        + "; if it is a library's, look for a release without this monitor, or " + platform() + ".";
            }
        };
    }

    private String library() {
        Owner owner = blamed == null ? null : blamed.owner();
        Library library = owner == null ? null : owner.library();
        if (owner != null && library != null) {
            return callback() + upgrade(library, owner);
        }
        String callback = callback();
        return callback + (callback.isEmpty() ? "Look" : "Or look") + " for a release of "
                + (owner == null || owner.words().isEmpty() ? "the library" : owner.words())
                + " without this monitor" + (further ? "." : ", or " + platform() + ".");
    }

    private String upgrade(Library library, Owner owner) {
        String who = owner.words();
        String version = library.version(owner.jar());
        String source = " (" + library.sources().words() + ")";
        if (library.fixedIn().isEmpty()) {
            return who + ": " + library.note() + source + "." + otherwise();
        }
        String fixed = library.fixedIn() + ", which its maintainers changed for virtual threads" + source;
        return switch (library.affected(version)) {
            case YES -> "Upgrade " + who + " to " + fixed + ", or newer." + otherwise();
            case NO ->
                who + " is not older than " + fixed + "; here a monitor is left. Look for a newer release"
                        + (further ? "." : ", or " + platform() + ".");
            case UNKNOWN ->
                "Upgrade " + who + " if it is older than " + fixed
                        + (further ? "." : "; otherwise " + platform() + ".");
        };
    }

    private String otherwise() {
        return further ? "" : " Otherwise " + platform() + ".";
    }

    private String platform() {
        // Of the JDK's methods, the one to move is that which calls them.
        return "call " + site.shortName()
                + " on a platform thread" + (blamed != null && isReachedThroughALibrary(blamed) ? reached() : "")
                + ", or let a Semaphore admit fewer threads to it than there are carriers";
    }

    /** Which line of the application's own leads there; empty where that is not known. */
    private String reached() {
        CodePlace from = blamed == null ? null : blamed.ownCaller();
        return from == null
                ? ""
                : " (your code reaches it from " + from.shortName() + (from.hasLine() ? ", line " + from.line() : "")
                        + ")";
    }

    private boolean isReachedThroughALibrary(BlamedFrame frame) {
        Owner caller = frame.caller();
        return kind() == Owner.Kind.LIBRARY
                || (kind() == Owner.Kind.JDK && caller != null && caller.kind() == Owner.Kind.LIBRARY);
    }

    // Only where code of the application runs below the frame on the stack; otherwise the frame itself blocks.
    private String callback() {
        CodePlace method = callee();
        if (blamed == null || method == null) {
            return "";
        }
        Owner.Kind callee = blamed.calleeOwner();
        if (callee != Owner.Kind.OWN && callee != Owner.Kind.UNDECIDED) {
            return "";
        }
        String called = method.shortName();
        String there = callee == Owner.Kind.OWN
                ? "Do not block in " + called
                : "If " + called + " is your own code, do not block there";
        return there + (blamed.always() ? ": it runs" : ": on some of the stacks it runs") + " below " + method()
                + ". ";
    }

    /** What to do where code of the JDK holds the monitor. */
    private String called() {
        Owner caller = blamed == null ? null : blamed.caller();
        if (isMapFunction()) {
            return caller == null || caller.kind() != Owner.Kind.LIBRARY ? mapFunction() : mapOf(caller);
        }
        if (isLoader()) {
            return "Load the classes at startup, before the load arrives.";
        }
        if (frame.className().startsWith("sun.net.www.") || frame.className().startsWith("java.net.URLConnection")) {
            return "Use java.net.http.HttpClient instead of URLConnection.";
        }
        String callback = callback();
        return callback.isEmpty()
                ? method() + " of the JDK holds the monitor: " + platform() + "."
                : callback + "Or " + platform() + ".";
    }

    private String mapFunction() {
        Owner.Kind callee = blamed == null ? null : blamed.calleeOwner();
        if (callee == Owner.Kind.LIBRARY) {
            return capitalized(platform()) + ".";
        }
        CodePlace called = callee();
        String before = "compute the value before, and store it with put or putIfAbsent, or store a Future";
        return callee == Owner.Kind.UNDECIDED
                ? callback() + "Instead, " + before + ". If it is a library's, " + platform() + "."
                : "Do not block in the function that is passed to " + method()
                        + (called == null ? "" : " (" + called.shortName() + ")") + ": " + before + ".";
    }

    /** A library passes the function, and so it is that whose use can be changed. */
    private String mapOf(Owner caller) {
        Library library = caller.library();
        String callback = callback();
        if (library != null && library.fixedIn().isEmpty()) {
            return callback + upgrade(library, caller);
        }
        return callback.isEmpty() ? capitalized(platform()) + "." : callback + "Or " + platform() + ".";
    }

    private @Nullable CodePlace callee() {
        return blamed == null ? null : blamed.callee();
    }

    private boolean isLoader() {
        return frame.methodName().equals("loadClass") || frame.className().startsWith("jdk.internal.loader.");
    }

    private boolean isMapFunction() {
        return frame.className().equals(Juc.CONCURRENT_MAP)
                && (frame.methodName().startsWith("compute")
                        || frame.methodName().equals("merge"));
    }

    /** What to do where code of the JDK waits. */
    private String waited() {
        if (frame.method().equals("java.lang.Thread.join")) {
            return joins();
        }
        if (frame.className().startsWith("java.io.Piped")) {
            return "Use a java.util.concurrent.BlockingQueue instead of the piped streams.";
        }
        if (frame.className().equals(Juc.CONCURRENT_MAP)) {
            return "The monitor is one of the map's: do not block in the functions that are passed to its compute and"
                    + " merge methods.";
        }
        if (isLoader()) {
            return "Load the classes at startup, before the load arrives.";
        }
        return method() + " of the JDK waits there: " + platform() + ".";
    }

    // Whose threads are joined, can be changed by those alone who start them.
    private String joins() {
        String own =
                "wait for a Future or a CountDownLatch, or start a virtual thread instead of the platform thread that"
                        + " is joined";
        Owner caller = blamed == null ? null : blamed.caller();
        if (caller == null || caller.kind() == Owner.Kind.OWN || caller.kind() == Owner.Kind.JDK) {
            return capitalized(own) + ".";
        }
        String who = caller.words().isEmpty() ? "the library" : caller.words();
        return caller.kind() == Owner.Kind.LIBRARY
                ? "Look for a release of " + who + " that joins no thread there, or " + platform() + "."
                : "If the code that joins it is your own, " + own + "; if it is a library's, " + platform() + ".";
    }

    private String nativeCall() {
        return isForName()
                ? "Load and initialize the class at startup, before the load arrives."
                : "Call " + method() + " on a platform thread" + (kind() == Owner.Kind.OWN ? "" : reached())
                        + (callsBack() ? orCallback() : "") + ".";
    }

    private boolean isForName() {
        return frame.method().equals("java.lang.Class.forName0");
    }

    /** Whether native code has called a method that is the application's, or may be. */
    private boolean callsBack() {
        return blamed != null
                && !blamed.innermost()
                && (blamed.calleeOwner() == Owner.Kind.OWN || blamed.calleeOwner() == Owner.Kind.UNDECIDED);
    }

    private String orCallback() {
        CodePlace callee = callee();
        return ", or do not block in its callback" + (callee == null ? "" : " " + callee.shortName());
    }

    private String initializer() {
        String early = "Use the class once at startup, before the load arrives";
        return switch (kind()) {
            case OWN -> early + ", or move " + call + " out of its static initializer.";
            case UNDECIDED -> early + ", or, if it is your own, move " + call + " out of its static initializer.";
            case LIBRARY, JDK -> early + ".";
        };
    }

    private String bootstrap() {
        String early = "Run the code that it links once at startup, before the load arrives";
        return switch (kind()) {
            case OWN -> early + ", or move " + call + " out of the bootstrap method.";
            case UNDECIDED -> early + ", or, if it is your own, move " + call + " out of the bootstrap method.";
            case LIBRARY, JDK -> early + ".";
        };
    }

    private String lock() {
        return cause.lock() == null ? "a monitor" : "the monitor of " + cause.lock();
    }

    private String method() {
        return frame.equals(NOWHERE) ? site.shortName() : frame.shortName();
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
