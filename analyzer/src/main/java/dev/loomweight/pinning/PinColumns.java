package dev.loomweight.pinning;

import dev.loomweight.bytecode.Code;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who holds what in a {@code jdk.VirtualThreadPinned}, by the same diagnosis as {@code loomweight pins}. Asked once for
 * each distinct stack; for one thread.
 */
public final class PinColumns {

    private static final String REASON = "pinnedReason";
    private static final String OPERATION = "blockingOperation";

    /** What JDKs from 24 on say of a pin. Queries may name it of any recording, so that they need not know its JDK. */
    public static final List<String> REASONS = List.of(OPERATION, REASON);

    private final boolean reasons;
    private final boolean operations;
    private final Diagnoser diagnoser;
    private final IdentityHashMap<StackTrace, List<Told>> told = new IdentityHashMap<>();

    /**
     * What is told of a pin; null where it is not known, or no frame is to blame.
     *
     * @param holder the method that holds what pins, or the application's that called it
     * @param cause why it pins
     * @param blocker the call that blocked
     * @param operation what blocked, in the JVM's words
     * @param reason why it could not unmount, in the JVM's words
     */
    public record Told(
            @Nullable String holder,
            @Nullable String cause,
            @Nullable String blocker,
            @Nullable String operation,
            @Nullable String reason) {}

    public PinColumns(EventType type, Code code, List<String> own) {
        this.reasons = type.fields().stream().anyMatch(field -> field.name().equals(REASON));
        this.operations = type.fields().stream().anyMatch(field -> field.name().equals(OPERATION));
        this.diagnoser = new Diagnoser(code, own);
    }

    /** Whether there is anything to tell of events of a type. */
    public static boolean isTold(EventType type) {
        return type.name().equals(Pin.EVENT);
    }

    public Told of(EventView event) {
        StackTrace stack = event.stack();
        String reason = reasons ? event.text(REASON) : null;
        String operation = operations ? event.text(OPERATION) : null;
        List<Told> ofStack = told.computeIfAbsent(stack, key -> new ArrayList<>(1));
        for (Told known : ofStack) {
            if (Objects.equals(known.reason, reason) && Objects.equals(known.operation, operation)) {
                return known;
            }
        }
        Told made = diagnose(stack, operation, reason);
        ofStack.add(made);
        return made;
    }

    private Told diagnose(StackTrace stack, @Nullable String operation, @Nullable String reason) {
        Diagnosis diagnosis =
                diagnoser.of(new PinStack(PinStack.Event.PINNED, stack, operation, reason, false), reasons);
        if (!diagnosis.isPin()) {
            return new Told(null, null, diagnosis.blocker(), operation, reason);
        }
        PinCause cause = diagnosis.causes().getFirst();
        return new Told(cause.method(), cause.kind().words(), diagnosis.blocker(), operation, reason);
    }
}
