package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.LineInitializations;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which thread of a dump initializes which class, and which waits for that. A {@code <clinit>} frame shows the first; a
 * frame at an instruction that needs the class, the second, where another thread has begun with it. A thread that needs a
 * subclass has begun with that one while it waits for the superclass (JVMS 5.5), without any frame of it.
 */
public final class ClassInitializations {

    private static final String INITIALIZER = "<clinit>";
    // Each pass finds the classes that threads have begun with by what they were found to wait for before.
    private static final int MAX_PASSES = 8;

    private final LineInitializations lines;

    /**
     * A thread that initializes a class.
     *
     * @param thread its id
     * @param className the class, in Java's notation
     * @param depth its {@code <clinit>} frame, or the frame that needs the class, 0 for the innermost
     * @param certain whether the {@code <clinit>} frame shows it; else the line of a frame does
     */
    public record Initializer(long thread, String className, int depth, boolean certain) {}

    /**
     * A thread that waits for the initialization of a class.
     *
     * @param thread its id
     * @param depth the frame that needs the class, 0 for the innermost
     * @param className the class, in Java's notation
     * @param owner who initializes it
     * @param certain whether that is the only class which the frame's line needs and another thread initializes
     */
    public record Wait(long thread, int depth, String className, Initializer owner, boolean certain) {}

    /**
     * What was found in one dump.
     *
     * @param initializers who initializes what
     * @param waits who waits for that
     */
    public record Found(List<Initializer> initializers, List<Wait> waits) {

        public Found {
            initializers = List.copyOf(initializers);
            waits = List.copyOf(waits);
        }
    }

    /** By the class files of that code, which may be none: then {@code <clinit>} frames and the dump's words decide. */
    public ClassInitializations(Code code) {
        this.lines = new LineInitializations(code);
    }

    private record Needs(DumpedThread thread, int depth, List<List<String>> chains) {}

    /** Finds them in the threads of one dump. */
    public Found of(List<DumpedThread> threads) {
        Map<String, Initializer> initializers = new HashMap<>();
        for (DumpedThread thread : threads) {
            begun(thread).forEach(begun -> initializers.putIfAbsent(begun.className, begun));
        }
        if (initializers.isEmpty()
                && threads.stream().allMatch(thread -> thread.locks().initializing() == null)) {
            return new Found(List.of(), List.of());
        }
        List<Needs> needs = new ArrayList<>();
        for (DumpedThread thread : threads) {
            Needs of = needs(thread);
            if (of != null && !of.chains.isEmpty()) {
                needs.add(of);
            }
        }
        List<Wait> waits = List.of();
        for (int pass = 0; pass < MAX_PASSES; pass++) {
            int known = initializers.size();
            waits = waits(needs, initializers);
            if (initializers.size() == known) {
                break;
            }
        }
        return new Found(List.copyOf(initializers.values()), waits);
    }

    /** Its {@code <clinit>} frames, and the subclasses for whose sake these run. */
    private List<Initializer> begun(DumpedThread thread) {
        List<Initializer> begun = new ArrayList<>();
        List<Frame> frames = thread.frames();
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            if (!frame.methodName().equals(INITIALIZER)) {
                continue;
            }
            begun.add(new Initializer(thread.id(), frame.className(), i, true));
            if (i + 1 < frames.size()) {
                for (String needed : lines.of(frames.get(i + 1), frame)) {
                    List<String> chain = lines.chain(needed);
                    int at = chain.indexOf(frame.className());
                    for (String subclass : chain.subList(0, Math.max(0, at))) {
                        begun.add(new Initializer(thread.id(), subclass, i + 1, false));
                    }
                }
            }
        }
        return begun;
    }

    // Native methods of Class stand above the frame that names the class.
    private @Nullable Needs needs(DumpedThread thread) {
        List<Frame> frames = thread.frames();
        int at = 0;
        while (at < frames.size() && frames.get(at).className().equals("java.lang.Class")) {
            at++;
        }
        List<List<String>> chains = new ArrayList<>();
        String named = thread.locks().initializing();
        if (named != null) {
            chains.add(List.of(named));
        }
        if (at < frames.size()) {
            Frame callee = at == 0 ? null : frames.get(at - 1);
            Set<String> classes = lines.of(frames.get(at), callee);
            if (named == null) {
                classes.forEach(needed -> chains.add(lines.chain(needed)));
            } else {
                // What it has begun with is below the class that it waits for.
                classes.stream()
                        .map(lines::chain)
                        .filter(chain -> chain.contains(named))
                        .forEach(chain -> chains.set(0, chain));
            }
        }
        return at >= frames.size() && named == null ? null : new Needs(thread, at, chains);
    }

    private static List<Wait> waits(List<Needs> all, Map<String, Initializer> initializers) {
        List<Wait> waits = new ArrayList<>();
        for (Needs needs : all) {
            List<Wait> ofThread = new ArrayList<>();
            for (List<String> chain : needs.chains) {
                Wait wait = wait(needs, chain, initializers);
                if (wait != null) {
                    ofThread.add(wait);
                    for (String subclass : chain.subList(0, chain.indexOf(wait.className))) {
                        initializers.putIfAbsent(subclass, new Initializer(wait.thread, subclass, needs.depth, false));
                    }
                }
            }
            boolean certain = ofThread.size() == 1;
            ofThread.forEach(wait -> waits.add(new Wait(wait.thread, wait.depth, wait.className, wait.owner, certain)));
        }
        return waits;
    }

    /** The first class of a chain that another thread initializes; null where there is none. */
    private static @Nullable Wait wait(Needs needs, List<String> chain, Map<String, Initializer> initializers) {
        String named = needs.thread.locks().initializing();
        for (String className : chain) {
            Initializer owner = initializers.get(className);
            if (owner != null && owner.thread != needs.thread.id() && (named == null || named.equals(className))) {
                return new Wait(needs.thread.id(), needs.depth, className, owner, true);
            }
        }
        return null;
    }
}
