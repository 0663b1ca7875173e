package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.RecordedNames;
import dev.loomweight.input.recording.reader.StackPool;
import dev.loomweight.sample.EventType.EventField.Meaning;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** One value of any field, in the types of {@link dev.loomweight.sample.EventView#value}. */
final class JdkValues {

    // A structure that contains itself twice, which only damage can cause, would double with each level.
    private static final int MAX_PARTS = 1 << 18;

    private final StackPool<RecordedStackTrace> stacks;
    private int parts;

    JdkValues(StackPool<RecordedStackTrace> stacks) {
        this.stacks = stacks;
    }

    /** A thread, or null for null. */
    static @Nullable ThreadRef thread(@Nullable RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        return RecordedNames.thread(
                thread.getJavaName(),
                thread.getOSName(),
                thread.getJavaThreadId(),
                thread.getOSThreadId(),
                thread.isVirtual());
    }

    /**
     * The value of a field.
     *
     * @param path the name of a field, or several divided by dots
     * @throws IllegalArgumentException if there is no such field
     */
    @Nullable
    Object read(RecordedObject of, String path) {
        int dot = path.indexOf('.');
        ValueDescriptor field = descriptor(of, dot < 0 ? path : path.substring(0, dot));
        if (dot < 0) {
            return read(of, field);
        }
        Object within = of.getValue(field.getName());
        if (within == null) {
            return null;
        }
        if (within instanceof RecordedObject object) {
            return read(object, path.substring(dot + 1));
        }
        throw new IllegalArgumentException("no field " + path.substring(dot + 1) + " in " + field.getName());
    }

    private static ValueDescriptor descriptor(RecordedObject of, String name) {
        return of.getFields().stream()
                .filter(field -> field.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no field " + name));
    }

    private @Nullable Object read(RecordedObject of, ValueDescriptor field) {
        String name = field.getName();
        if (field.isArray()) {
            return array(of.getValue(name));
        }
        Meaning meaning = JdkTypes.meaning(field);
        if (meaning.isTimestamp()) {
            return of.getInstant(name);
        }
        if (meaning.isTimespan()) {
            return timespan(of, name, meaning);
        }
        return switch (field.getTypeName()) {
            case "byte", "short", "int", "long" -> (Long) of.getLong(name);
            case "float", "double" -> (Double) of.getDouble(name);
            default -> value(of.getValue(name));
        };
    }

    private static Duration timespan(RecordedObject of, String name, Meaning meaning) {
        if (meaning == Meaning.TIMESPAN_MICROS) {
            long micros = of.getLong(name);
            // The JDK makes nanoseconds of them in a long, which is too small for 300 years.
            if (micros != Long.MIN_VALUE && micros != Long.MAX_VALUE) {
                return Duration.of(micros, ChronoUnit.MICROS);
            }
        }
        return of.getDuration(name);
    }

    private @Nullable Object array(@Nullable Object array) {
        if (array == null) {
            return null;
        }
        List<@Nullable Object> elements = new ArrayList<>();
        for (Object element : (Object[]) array) {
            elements.add(value(element));
        }
        return elements;
    }

    private @Nullable Object value(@Nullable Object value) {
        if (++parts > MAX_PARTS) {
            throw new IndexOutOfBoundsException("a value contains itself");
        }
        return switch (value) {
            case null -> null;
            case Character character -> character.toString();
            case Float number -> number.doubleValue();
            case Byte number -> number.longValue();
            case Short number -> number.longValue();
            case Integer number -> number.longValue();
            case RecordedThread thread -> thread(thread);
            case RecordedStackTrace stack -> stacks.get(stack);
            case RecordedClass type -> type.getName();
            case RecordedObject object -> structure(object);
            default -> value;
        };
    }

    private Map<String, @Nullable Object> structure(RecordedObject object) {
        Map<String, @Nullable Object> structure = new LinkedHashMap<>();
        for (ValueDescriptor field : object.getFields()) {
            structure.put(field.getName(), read(object, field));
        }
        return structure;
    }

    /** A stack in Loomweight's type. */
    static StackTrace stack(RecordedStackTrace recorded) {
        return new StackTrace(
                recorded.getFrames().stream().map(JdkValues::frame).toList(), recorded.isTruncated());
    }

    private static Frame frame(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        RecordedClass type = method == null ? null : method.getType();
        return new Frame(
                RecordedNames.orUnknown(type == null ? null : type.getName()),
                RecordedNames.orUnknown(method == null ? null : method.getName()),
                RecordedNames.orUnknown(method == null ? null : method.getDescriptor()),
                frame.getLineNumber(),
                frame.getBytecodeIndex(),
                method == null ? 0 : method.getModifiers(),
                RecordedNames.orUnknown(frame.getType()));
    }
}
