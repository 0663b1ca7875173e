package dev.loomweight.pins.pinning;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.Juc;
import dev.loomweight.kernel.diagnosis.BlamedFrame;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.kernel.faults.Library;
import org.jspecify.annotations.Nullable;

/** What can be done about a site where a thread holds a monitor, or waits for one: that depends on whose code does. */
final class MonitorAdvice extends Advice {

    private final boolean further;

    MonitorAdvice(PinSite site, PinCause cause, @Nullable BlamedFrame blamed) {
        super(site, cause, blamed);
        this.further = !cause.equals(site.first());
    }

    /** What to do about the first cause, in a few words. */
    String briefly() {
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

    /** The same in sentences. */
    String sentences() {
        return byOwner(own(), cause.kind().isWait() ? waited() : called());
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

    private String lock() {
        return cause.lock() == null ? "a monitor" : "the monitor of " + cause.lock();
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
