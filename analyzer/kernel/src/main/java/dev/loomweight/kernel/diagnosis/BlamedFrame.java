package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.StackCode;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
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
 * @param ownCaller the first frame outwards on the costliest stack that is the application's own; null where there is
 *     none
 * @param always whether there is such code on every stack, or on none
 */
public record BlamedFrame(
        Owner owner,
        boolean innermost,
        @Nullable CodePlace callee,
        Owner.@Nullable Kind calleeOwner,
        @Nullable Owner caller,
        @Nullable CodePlace ownCaller,
        boolean always) {

    /**
     * Finds it.
     *
     * @param stacks the stacks, the costliest first
     * @return null where no frame is to blame, or it was not recorded
     */
    public static @Nullable BlamedFrame of(PinCause cause, List<StackTrace> stacks, Owners owners) {
        CodePlace blamed = cause.frame();
        if (blamed == null) {
            return null;
        }
        BlamedFrame costliest = null;
        for (StackTrace stack : stacks) {
            int at = indexOf(blamed, stack.frames());
            if (at < 0) {
                continue;
            }
            if (costliest == null) {
                costliest = of(at, owners.on(stack), owners);
            } else if (hasCallee(at, owners.on(stack), owners) != (costliest.callee != null)) {
                return costliest.notAlways();
            }
        }
        return costliest;
    }

    private BlamedFrame notAlways() {
        return new BlamedFrame(owner, innermost, callee, calleeOwner, caller, ownCaller, false);
    }

    private static BlamedFrame of(int at, StackCode stack, Owners owners) {
        List<Frame> frames = stack.stack().frames();
        Owner owner = owners.of(stack, at);
        CodePlace callee = null;
        Owner.Kind best = null;
        for (int i = at - 1; i >= 0; i--) {
            Owner of = outside(i, owner, stack, owners);
            if (of != null && (best == null || rank(of.kind()) < rank(best))) {
                callee = frames.get(i).place();
                best = of.kind();
            }
        }
        Owner caller = null;
        for (int i = at + 1; i < frames.size() && caller == null; i++) {
            caller = isSource(i, stack, owners) ? owners.of(stack, i) : null;
        }
        return new BlamedFrame(owner, at == 0, callee, best, caller, ownCaller(at, stack, owners), true);
    }

    private static @Nullable CodePlace ownCaller(int at, StackCode stack, Owners owners) {
        List<Frame> frames = stack.stack().frames();
        for (int i = at + 1; i < frames.size(); i++) {
            if (isSource(i, stack, owners) && owners.of(stack, i).kind() == Owner.Kind.OWN) {
                return frames.get(i).place();
            }
        }
        return null;
    }

    private static boolean hasCallee(int at, StackCode stack, Owners owners) {
        Owner owner = null;
        for (int i = at - 1; i >= 0; i--) {
            if (isSource(i, stack, owners)) {
                owner = owner == null ? owners.of(stack, at) : owner;
                if (outside(i, owner, stack, owners) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whose code a frame is, where it is neither the JDK's nor of that library; else null. */
    private static @Nullable Owner outside(int i, Owner library, StackCode stack, Owners owners) {
        if (!isSource(i, stack, owners)) {
            return null;
        }
        Owner of = owners.of(stack, i);
        return of.kind() == Owner.Kind.JDK || of.isSameLibrary(library) ? null : of;
    }

    private static boolean isSource(int i, StackCode stack, Owners owners) {
        return !stack.stack().frames().get(i).isHidden() && owners.of(stack, i).kind() != Owner.Kind.JDK;
    }

    private static int rank(Owner.Kind kind) {
        return switch (kind) {
            case OWN -> 0;
            case UNDECIDED -> 1;
            case LIBRARY, JDK -> 2;
        };
    }

    /**
     * Where a place stands on a stack: the innermost frame of its method on its line, or the innermost of its method.
     *
     * @return -1 where it is not there
     */
    public static int indexOf(CodePlace place, List<Frame> frames) {
        int first = -1;
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            if (frame.isOf(place)) {
                if (!place.hasLine() || frame.line() == place.line()) {
                    return i;
                }
                first = first < 0 ? i : first;
            }
        }
        return first;
    }
}
