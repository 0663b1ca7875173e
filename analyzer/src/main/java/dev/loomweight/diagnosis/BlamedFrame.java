package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.StackCode;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frame that a cause blames, as it stands on the stacks that have the cause.
 *
 * @param owner whose code it is
 * @param innermost whether it called nothing on the costliest stack
 * @param callee code outside of its library that runs below it on the costliest stack: the first of the application's
 *     own; else the first that can be; else the first of another library. Null where all is its library's or the JDK's
 * @param calleeOwner whose the callee is; null where there is none
 * @param caller who called it on the costliest stack: the first frame outwards that is not the JDK's; null where there
 *     is none
 * @param always whether there is such code on every stack, or on none
 */
public record BlamedFrame(
        Owner owner,
        boolean innermost,
        @Nullable String callee,
        Owner.@Nullable Kind calleeOwner,
        @Nullable Owner caller,
        boolean always) {

    /**
     * Finds it.
     *
     * @param stacks the stacks, the costliest first
     * @return null where no frame is to blame, or it was not recorded
     */
    public static @Nullable BlamedFrame of(PinCause cause, List<StackTrace> stacks, Owners owners) {
        List<BlamedFrame> onStacks = new ArrayList<>();
        for (StackTrace stack : stacks) {
            int at = indexOf(cause, stack.frames());
            if (at >= 0) {
                onStacks.add(of(at, owners.on(stack), owners));
            }
        }
        if (onStacks.isEmpty()) {
            return null;
        }
        BlamedFrame costliest = onStacks.getFirst();
        boolean always = onStacks.stream().allMatch(one -> (one.callee == null) == (costliest.callee == null));
        return new BlamedFrame(
                costliest.owner,
                costliest.innermost,
                costliest.callee,
                costliest.calleeOwner,
                costliest.caller,
                always);
    }

    private static BlamedFrame of(int at, StackCode stack, Owners owners) {
        List<Frame> frames = stack.stack().frames();
        Owner owner = owners.of(stack, at);
        Frame callee = null;
        Owner.Kind best = null;
        for (int i = at - 1; i >= 0; i--) {
            Frame frame = frames.get(i);
            if (!Frames.isJdk(frame) && !frame.isHidden()) {
                Owner of = owners.of(stack, i);
                boolean outside = of.kind() != Owner.Kind.JDK && !of.isSameLibrary(owner);
                if (outside && (best == null || rank(of.kind()) < rank(best))) {
                    callee = frame;
                    best = of.kind();
                }
            }
        }
        Owner caller = null;
        for (int i = at + 1; i < frames.size() && caller == null; i++) {
            boolean called = !Frames.isJdk(frames.get(i)) && !frames.get(i).isHidden();
            caller = called ? owners.of(stack, i) : null;
        }
        return new BlamedFrame(owner, at == 0, callee == null ? null : Frames.method(callee), best, caller, true);
    }

    private static int rank(Owner.Kind kind) {
        return switch (kind) {
            case OWN -> 0;
            case UNDECIDED -> 1;
            case LIBRARY, JDK -> 2;
        };
    }

    // The innermost of that method on the cause's line, or the innermost of that method.
    private static int indexOf(PinCause cause, List<Frame> frames) {
        int found = -1;
        for (int i = frames.size() - 1; i >= 0; i--) {
            Frame frame = frames.get(i);
            boolean line = cause.line() > 0 && frame.line() == cause.line();
            if (Frames.method(frame).equals(cause.frame())
                    && (found < 0 || line || frames.get(found).line() != cause.line())) {
                found = i;
            }
        }
        return found;
    }
}
