package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.threads.judge.Party;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How threads, frames and locks are called in sentences and tables. */
final class HangWords {

    private static final String NO_FRAME = "no Java frame";

    private HangWords() {}

    /** {@code "buyer" (virtual #22)}; without a name, {@code virtual thread #22}. */
    static String thread(Party party) {
        return new ThreadRef(party.id(), party.thread().name(), 0, party.virtual()).words();
    }

    /** Where people look at a thread: the innermost frame that is not the JDK's, or else the innermost. */
    static String site(Party party) {
        return frame(party.siteFrame());
    }

    /** The frame at a depth; nothing where there is none. */
    static String frame(Party party, int depth) {
        List<Frame> frames = party.thread().frames();
        return depth < 0 || depth >= frames.size() ? "" : frame(frames.get(depth));
    }

    /** The same after what a thread does: {@code at Cart.add (Cart.java:12)}. */
    static String at(String site) {
        return site.equals(NO_FRAME) ? "without a Java frame on the stack" : "at " + site;
    }

    /** The same in a sentence, where the package is left out. */
    static String shortSite(Party party) {
        return shortFrame(party.siteFrame());
    }

    /** {@code Cart.add (Cart.java:12)}. */
    static String shortFrame(@Nullable Frame frame) {
        return frame == null ? NO_FRAME : frame.place().shortName() + source(frame);
    }

    /** The frame at a depth, in a sentence; nothing where there is none. */
    static String shortFrame(Party party, int depth) {
        List<Frame> frames = party.thread().frames();
        return depth < 0 || depth >= frames.size() ? "" : shortFrame(frames.get(depth));
    }

    /** A resource in a sentence: without the package of its class. */
    static String shortResource(Resource resource) {
        String words = resource(resource);
        DumpedThread.Lock lock = resource.lock();
        return lock == null || resource.kind() == WaitKind.POOL
                ? words
                : words.replace(lock.className(), simple(lock.className()));
    }

    /** {@code com.acme.Cart.add (Cart.java:12)}. */
    static String frame(@Nullable Frame frame) {
        return frame == null ? NO_FRAME : frame.method() + source(frame);
    }

    private static String source(Frame frame) {
        String path = place(frame).path();
        return frame.line() > 0 ? " (" + path.substring(path.lastIndexOf('/') + 1) + ":" + frame.line() + ")" : "";
    }

    /** A frame as a place in code. */
    static Place place(Frame frame) {
        return new Place(frame.stableClassName(), frame.methodName(), frame.line(), null);
    }

    /** The name of a class without its package. */
    static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** A resource with what it is: {@code the monitor java.lang.Object@1}. */
    static String resource(Resource resource) {
        return switch (resource.kind()) {
            case MONITOR ->
                resource.name().equals(Resource.UNNAMED) ? Resource.UNNAMED : "the monitor " + resource.name();
            case LOCK -> resource.lock() == null ? "a lock (" + resource.name() + ")" : "the lock " + resource.name();
            case INITIALIZER -> "the initialization of " + resource.name();
            case LOADER ->
                resource.lock() == null ? "a class loader's lock" : "the class loader's lock " + resource.name();
            case POOL -> "an object of the pool " + resource.name();
            case NOTIFY -> resource.lock() == null ? "Object.notify" : "Object.notify on " + resource.name();
            default ->
                resource.isScope()
                        ? "the subtasks of " + resource.name()
                        : resource.name().isEmpty()
                                ? resource.kind().words()
                                : resource.kind().words() + " (" + resource.name() + ")";
        };
    }
}
