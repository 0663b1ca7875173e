package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.RecordedNames;
import dev.loomweight.input.recording.reader.StackPool;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.StructContentType;
import org.openjdk.jmc.common.util.LabeledIdentifier;

/** Converts values of any field to the types of {@link dev.loomweight.sample.EventView#value}. */
final class JmcValues {

    // A structure that contains itself twice, which only damage can cause, would double with each level.
    private static final int MAX_PARTS = 1 << 18;

    private final JmcClock clock;
    private final StackPool<IMCStackTrace> stacks;
    private int parts;

    /** @param stacks what earlier chunks had */
    JmcValues(JmcClock clock, StackPool<IMCStackTrace> stacks) {
        this.clock = clock;
        this.stacks = stacks;
    }

    /**
     * A value as Mission Control has it.
     *
     * @param raw the value; a map of more such values for a structure that Mission Control flattened
     * @param type what it says of its type: only this has the names of the fields of structures that it does not know
     */
    record Typed(@Nullable Object raw, @Nullable ContentType<?> type) {}

    JmcClock clock() {
        return clock;
    }

    /**
     * A value, or a field within it.
     *
     * @param path names separated by dots; empty for the value itself
     * @throws IllegalArgumentException if there is no such field
     */
    @Nullable
    Object within(Typed value, String path) {
        if (path.isEmpty() || value.raw == null) {
            parts = 0;
            return convert(value);
        }
        int dot = path.indexOf('.');
        String name = dot < 0 ? path : path.substring(0, dot);
        Map<String, Typed> fields = fields(value);
        Typed field = fields == null ? null : fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("no field " + name);
        }
        return within(field, dot < 0 ? "" : path.substring(dot + 1));
    }

    private @Nullable Object convert(Typed value) {
        if (++parts > MAX_PARTS) {
            throw new IndexOutOfBoundsException("a value contains itself");
        }
        return switch (value.raw) {
            case null -> null;
            case Character character -> character.toString();
            case IQuantity quantity -> clock.value(quantity);
            case Number number -> clock.value(number);
            case LabeledIdentifier identifier -> clock.value(identifier);
            case IMCThread thread -> thread(thread);
            case IMCStackTrace stack -> stack(stack);
            case IMCType type -> className(type);
            default -> convertParts(value);
        };
    }

    private @Nullable Object convertParts(Typed value) {
        Map<String, Typed> fields = fields(value);
        if (fields != null) {
            Map<String, @Nullable Object> structure = new LinkedHashMap<>();
            fields.forEach((name, field) -> structure.put(name, convert(field)));
            return structure;
        }
        if (value.raw instanceof Object[] elements) {
            List<@Nullable Object> array = new ArrayList<>();
            for (Object element : elements) {
                array.add(convert(new Typed(element, null)));
            }
            return array;
        }
        return value.raw;
    }

    /** The fields of a structure; null for any other value. */
    @SuppressWarnings("unchecked")
    private static @Nullable Map<String, Typed> fields(Typed value) {
        Map<String, Typed> fields = new LinkedHashMap<>();
        if (value.raw instanceof Map<?, ?> flattened) {
            return (Map<String, Typed>) flattened;
        } else if (value.raw instanceof Object[] raw && value.type instanceof StructContentType<?> type) {
            List<IAttribute<?>> attributes = type.getAttributes();
            for (int i = 0; i < Math.min(raw.length, attributes.size()); i++) {
                IAttribute<?> attribute = attributes.get(i);
                fields.put(attribute.getIdentifier(), new Typed(raw[i], attribute.getContentType()));
            }
            return fields;
        } else if (value.raw != null && JmcObjects.is(value.raw)) {
            JmcObjects.fields(value.raw).forEach((name, field) -> fields.put(name, new Typed(field, null)));
            if (value.raw instanceof IMCThread thread) {
                fields.put("virtual", new Typed(MissionControl.isVirtual(thread), null));
            }
            return fields;
        }
        return null;
    }

    /** A thread; null for null. */
    static @Nullable ThreadRef thread(@Nullable Object recorded) {
        Map<String, @Nullable Object> thread = JmcObjects.fields(recorded);
        return !(recorded instanceof IMCThread known)
                ? null
                : RecordedNames.thread(
                        (String) thread.get("javaName"),
                        (String) thread.get("osName"),
                        number(thread.get("javaThreadId"), 0),
                        number(thread.get("osThreadId"), 0),
                        MissionControl.isVirtual(known));
    }

    /** A stack, one object per distinct stack. */
    StackTrace stack(IMCStackTrace recorded) {
        return stacks.get(recorded);
    }

    /** A stack in Loomweight's type. */
    static StackTrace convertStack(IMCStackTrace recorded) {
        Map<String, @Nullable Object> stack = JmcObjects.fields(recorded);
        Object[] frames = stack.get("frames") instanceof Object[] all ? all : new Object[0];
        return new StackTrace(
                Arrays.stream(frames).map(JmcValues::convertFrame).toList(),
                Boolean.TRUE.equals(stack.get("truncated")));
    }

    private static Frame convertFrame(Object recorded) {
        Map<String, @Nullable Object> frame = JmcObjects.fields(recorded);
        Map<String, @Nullable Object> method = JmcObjects.fields(frame.get("method"));
        return new Frame(
                RecordedNames.orUnknown(className(method.get("type"))),
                RecordedNames.orUnknown((String) method.get("name")),
                RecordedNames.orUnknown((String) method.get("descriptor")),
                (int) number(frame.get("lineNumber"), -1),
                (int) number(frame.get("bytecodeIndex"), -1),
                (int) number(method.get("modifiers"), 0),
                RecordedNames.orUnknown((String) frame.get("type")));
    }

    private static @Nullable String className(@Nullable Object type) {
        String name = (String) JmcObjects.fields(type).get("name");
        return name == null ? null : name.replace('/', '.');
    }

    private static long number(@Nullable Object recorded, long absent) {
        return recorded instanceof Number number ? number.longValue() : absent;
    }
}
