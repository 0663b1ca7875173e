package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.HeldMonitors.StackHolders;
import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.bytecode.Holders;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.PinRule;
import dev.loomweight.jvm.PinRule.FrameCause;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.StackFrames.ClassFileLocks;
import dev.loomweight.sample.StackTrace;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds what pins a stack: what {@link PinRule} finds in its frames, refined by class files. Called once for each distinct
 * stack. Thread-safe.
 */
public final class Diagnoser {

    private static final String NO_TRACE =
            "nothing on the stack holds a monitor or is native; before JDK 24, a critical section"
                    + " of the JDK pins without a trace";

    // Fewer take less than it takes to begin with other threads.
    private static final int MIN_STACKS_FOR_THREADS = 1000;

    private static final StackHolders NO_HOLDERS = new StackHolders(List.of(), false);

    private static final Code NO_CODE = new Code(ClassPath.none());

    private final Code code;
    private final ClassFileLocks locks;
    private final List<String> own;

    /**
     * @param code the class files; may be empty: then what only they show is unknown
     * @param own prefixes of the application's own classes, such as {@code com.acme}; where there are none, all but the
     *     JDK's are its own
     */
    public Diagnoser(Code code, List<String> own) {
        this.code = code;
        this.locks = new ClassFileLocks(code);
        this.own = List.copyOf(own);
    }

    /**
     * What pins each of some stacks. Those that differ in what does not decide, as the same stack that waits for
     * monitors of several classes, are diagnosed once; many are diagnosed by all processors.
     *
     * @param reasons as of {@link #of}
     */
    public Map<PinStack, Diagnosis> ofAll(List<PinStack> pins, boolean reasons) {
        Map<PinStack, Diagnosis> decisive = new ConcurrentHashMap<>();
        Map<PinStack, Diagnosis> all = new ConcurrentHashMap<>();
        Consumer<PinStack> diagnose =
                pin -> all.put(pin, decisive.computeIfAbsent(pin.decisive(), one -> of(one, reasons)));
        if (pins.size() < MIN_STACKS_FOR_THREADS) {
            pins.forEach(diagnose);
        } else {
            pins.parallelStream().forEach(diagnose);
        }
        return all;
    }

    /**
     * What pins a stack.
     *
     * @param reasons whether monitors do not pin where it was recorded and the JVM gives reasons instead, as from JDK 24 on
     */
    public Diagnosis of(PinStack pin, boolean reasons) {
        if (pin.isUnmountedWait()) {
            return Diagnosis.NO_PIN;
        }
        StackFrames frames = new StackFrames(pin.stack(), code, own);
        PinRule rule = new PinRule(pin.facts(), frames, locks);
        if (reasons || rule.isJvmOwn()) {
            return diagnosis(pin, reasons, rule, frames, NO_HOLDERS);
        }
        Holders holders = frames.code().holders();
        StackHolders held = rule.isEntering() ? holders.ofBlocked(frames.code()) : holders.of(frames.code());
        return diagnosis(pin, false, rule, frames, held);
    }

    private Diagnosis diagnosis(PinStack pin, boolean reasons, PinRule rule, StackFrames frames, StackHolders held) {
        List<FrameCause> found = rule.causes(reasons, i -> held.frames().get(i).holds());
        CauseKind first = found.getFirst().kind();
        // What waits for a class or to enter a monitor is blocked by the instruction.
        boolean blocked = first == CauseKind.JVM_OWN
                || first == CauseKind.OTHER_CLASS_INITIALIZATION
                || (first.isOfLoading() && first.isWait())
                || (!reasons && pin.event() == PinFacts.Event.ENTER);
        CodePlace blocker = blocked ? null : blocker(frames, found);
        if (first == CauseKind.MONITOR) {
            return undecided(held, frames, blocker).withUndecided(held.withoutClassFile());
        }
        List<PinCause> causes = new RefinedCauses(pin, frames, rule, held, locks).of(found);
        // Of a class that another thread initializes, no frame is to blame.
        boolean mayHold = first != CauseKind.OTHER_CLASS_INITIALIZATION;
        return new Diagnosis(causes, blocker, false, mayHold ? held.withoutClassFile() : List.of());
    }

    /**
     * What holds the carrier of a thread in a thread dump, as {@link PinRule#ofDump} finds it.
     *
     * @return without a cause where no frame shows it
     */
    public static Diagnosis ofDump(StackTrace stack) {
        StackFrames frames = new StackFrames(stack, NO_CODE, List.of());
        List<FrameCause> found = PinRule.ofDump(frames);
        return new Diagnosis(found.stream().map(PinCause::of).toList(), blocker(frames, found), false);
    }

    /**
     * The call that blocked: the outermost of the JDK's frames at the top that are no cause themselves; null if there are
     * none.
     */
    private static @Nullable CodePlace blocker(StackFrames frames, List<FrameCause> found) {
        int last = StackFrames.NONE;
        while (last + 1 < frames.size() && frames.isJdk(last + 1) && !isCause(frames, last + 1, found)) {
            last++;
        }
        int call = last;
        // What handles and reflection pass on is called by what they pass it to.
        while (call > 0 && frames.isLinkage(call)) {
            call--;
        }
        return last < 0 ? null : frames.at(frames.isLinkage(call) ? last : call).withoutLine();
    }

    private static boolean isCause(StackFrames frames, int i, List<FrameCause> found) {
        return frames.nativeCode(i) != null
                || frames.isInitializer(i)
                || frames.isLoading(i)
                || frames.isLinking(i)
                || found.stream().anyMatch(cause -> cause.at() == i);
    }

    private static Diagnosis undecided(StackHolders held, StackFrames frames, @Nullable CodePlace blocker) {
        List<Integer> positions = held.undecided();
        int position = positions.isEmpty() ? StackFrames.NONE : positions.getFirst();
        for (int i : positions) {
            if (!frames.isJdk(i)) {
                position = i;
                break;
            }
        }
        Uncertainty uncertainty = position == StackFrames.NONE
                ? null
                : held.frames().get(position).uncertainty();
        String why = uncertainty == null ? NO_TRACE : uncertainty.text();
        return new Diagnosis(
                List.of(PinCause.of(CauseKind.UNKNOWN, why)),
                blocker,
                uncertainty != null && uncertainty.reason() == Uncertainty.Reason.NO_CLASS_FILE);
    }
}
