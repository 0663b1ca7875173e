package dev.loomweight.input.recording.reader.jmc;

import java.util.ArrayList;
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

/** Values of any field, in the types of {@link dev.loomweight.sample.EventView#value}. */
final class JmcValues {

    private static final String VIRTUAL = "virtual";
    // A structure that contains itself twice, which only damage can make, would double with each level.
    private static final int MOST_PARTS = 1 << 18;

    private final JmcStacks stacks;
    private final JmcClock clock;
    private int parts;

    JmcValues(JmcStacks stacks, JmcClock clock) {
        this.stacks = stacks;
        this.clock = clock;
    }

    /**
     * A value as Mission Control has it.
     *
     * @param raw the value
     * @param type what it says of its type: the only place where it keeps the names of fields that it knows nothing of
     */
    record Typed(@Nullable Object raw, @Nullable ContentType<?> type) {}

    /**
     * A field within a value.
     *
     * @param path names divided by dots; empty for the value itself
     * @throws IllegalArgumentException if there is no such field
     */
    @Nullable
    Object within(Typed value, String path) {
        if (path.isEmpty() || value.raw == null) {
            return value(value);
        }
        int dot = path.indexOf('.');
        String name = dot < 0 ? path : path.substring(0, dot);
        return within(field(value, value.raw, name), dot < 0 ? "" : path.substring(dot + 1));
    }

    private static Typed field(Typed of, Object raw, String name) {
        if (raw instanceof IMCThread thread && name.equals(VIRTUAL)) {
            return new Typed(JmcThreads.isVirtual(thread), null);
        }
        if (raw instanceof Object[] fields && of.type instanceof StructContentType<?> type) {
            List<IAttribute<?>> attributes = type.getAttributes();
            for (int i = 0; i < attributes.size(); i++) {
                if (attributes.get(i).getIdentifier().equals(name)) {
                    return new Typed(fields[i], attributes.get(i).getContentType());
                }
            }
        } else if (JmcStructs.is(raw)) {
            return new Typed(JmcStructs.get(raw, name), null);
        }
        throw new IllegalArgumentException("no field " + name);
    }

    /** A value as a whole. */
    @Nullable
    Object value(Typed value) {
        parts = 0;
        return part(value);
    }

    private @Nullable Object part(Typed value) {
        if (++parts > MOST_PARTS) {
            throw new IndexOutOfBoundsException("a value of parts without end");
        }
        return switch (value.raw) {
            case null -> null;
            case Character character -> character.toString();
            case IQuantity quantity -> JmcNumbers.value(quantity, clock);
            case Number number -> JmcNumbers.plain(number);
            case LabeledIdentifier identifier -> JmcNumbers.number(identifier, clock);
            case IMCThread thread -> JmcThreads.of(thread);
            case IMCStackTrace stack -> stacks.of(stack);
            case IMCType type -> JmcStacks.className(type);
            case Object[] fields when value.type instanceof StructContentType<?> type -> structure(fields, type);
            case Object[] elements -> array(elements);
            case Object struct when JmcStructs.is(struct) -> structure(struct);
            default -> value.raw;
        };
    }

    private List<@Nullable Object> array(Object[] elements) {
        List<@Nullable Object> array = new ArrayList<>();
        for (Object element : elements) {
            array.add(part(new Typed(element, null)));
        }
        return array;
    }

    private Map<String, @Nullable Object> structure(Object[] fields, StructContentType<?> type) {
        Map<String, @Nullable Object> structure = new LinkedHashMap<>();
        List<IAttribute<?>> attributes = type.getAttributes();
        for (int i = 0; i < Math.min(fields.length, attributes.size()); i++) {
            IAttribute<?> attribute = attributes.get(i);
            structure.put(attribute.getIdentifier(), part(new Typed(fields[i], attribute.getContentType())));
        }
        return structure;
    }

    private Map<String, @Nullable Object> structure(Object struct) {
        Map<String, @Nullable Object> structure = new LinkedHashMap<>();
        for (String name : JmcStructs.names(struct)) {
            structure.put(name, part(new Typed(JmcStructs.get(struct, name), null)));
        }
        return structure;
    }
}
