package dev.loomweight.kernel.stacks;

import dev.loomweight.bytecode.StackCode;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.diagnosis.Owners.Framework;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.kernel.stacks.StackTrees.MarkedStack;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.sample.Frame;
import java.util.Arrays;
import java.util.List;

/**
 * Which frames of a stack people can do without: those that call the application's code and those that its calls pass
 * through, outside of all that matters to the pin, and what the JDK does inside of the call that blocked. Where some of the
 * frames are known to be the application's own, all beyond the outermost of them; elsewhere those of the JDK, of libraries
 * and of frameworks that are known by name.
 */
public final class Passages {

    /** For {@link #of}: a frame that is always shown. */
    static final String NONE = "";

    private static final String JDK = "the JDK";

    private final Owners owners;

    /** @param owners whose code frames are */
    public Passages(Owners owners) {
        this.owners = owners;
    }

    /**
     * What each frame is of, as people name it, if they can do without it; {@link #NONE} elsewhere. From what blocked, or
     * the innermost frame where that is not known, to the outermost frame that is marked or has the group's name, none can
     * be left out: that is the way from what blocked to what holds.
     */
    List<String> of(MarkedStack stack) {
        List<Frame> frames = stack.lines().stack().frames();
        StackCode code = owners.on(stack.lines().stack());
        String[] passages = new String[frames.size()];
        Arrays.fill(passages, NONE);
        int kept = kept(stack, frames);
        int own = -1;
        for (int i = 0; i < frames.size(); i++) {
            if (isOwn(frames.get(i), owners.of(code, i))) {
                own = i;
            }
        }
        if (kept < 0 && own < 0) {
            return List.of(passages);
        }
        for (int i = kept + 1; i < frames.size(); i++) {
            passages[i] = passage(frames.get(i), owners.of(code, i), own >= 0 && i > own);
        }
        if (stack.holders().isEmpty()) {
            // Any frame up to the application's outermost can be the holder.
            Arrays.fill(passages, 0, outermostShown(passages) + 1, NONE);
        }
        int blocker = blocker(stack, frames);
        for (int i = 0; i < blocker && owners.of(code, i).kind() == Owner.Kind.JDK; i++) {
            passages[i] = JDK;
        }
        return List.of(passages);
    }

    /** The outermost frame that the pin is about, or -1. */
    private static int kept(MarkedStack stack, List<Frame> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            Frame frame = frames.get(i);
            if (frame.method().equals(stack.group()) || stack.marker(frame) != Marker.NONE) {
                return i;
            }
        }
        return -1;
    }

    /** The innermost frame that blocked, or -1. */
    private static int blocker(MarkedStack stack, List<Frame> frames) {
        for (int i = 0; i < frames.size(); i++) {
            Marker marker = stack.marker(frames.get(i));
            if (marker != Marker.NONE) {
                return marker == Marker.BLOCKER ? i : -1;
            }
        }
        return -1;
    }

    private static boolean isOwn(Frame frame, Owner owner) {
        return owner.kind() == Owner.Kind.OWN && Framework.makerOf(frame.className()) == null;
    }

    private static int outermostShown(String[] passages) {
        int i = passages.length - 1;
        while (i >= 0 && !passages[i].equals(NONE)) {
            i--;
        }
        return i;
    }

    private static String passage(Frame frame, Owner owner, boolean beyondOwn) {
        Framework maker = Framework.makerOf(frame.className());
        if (maker != null) {
            return maker.name();
        }
        if (owner.kind() == Owner.Kind.OWN) {
            return NONE;
        }
        if (owner.kind() == Owner.Kind.JDK) {
            return JDK;
        }
        Framework framework = Framework.of(frame.className());
        if (framework != null) {
            return framework.name();
        }
        return owner.kind() == Owner.Kind.LIBRARY || owner.library() != null || beyondOwn ? named(owner) : NONE;
    }

    private static String named(Owner owner) {
        if (owner.library() != null) {
            return owner.library().name();
        }
        return owner.words().isEmpty() ? "libraries" : owner.words();
    }
}
