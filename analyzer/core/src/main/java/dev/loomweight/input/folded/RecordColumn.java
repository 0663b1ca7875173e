package dev.loomweight.input.folded;

import dev.loomweight.sample.InPlace;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records, and classes that are made and asked as a record is, component by component. */
final class RecordColumn implements Column {

    private final Class<?> type;
    private final RecordComponent[] components;
    private final Method[] accessors;
    private final Constructor<?> constructor;
    // Of each component, when it is first needed: a record may have others of its own type.
    private final @Nullable Column[] columns;

    RecordColumn(Class<?> type) {
        this(type, type);
    }

    /**
     * The column of a class.
     *
     * @param type the class, with a constructor and methods as the record has them
     * @param like the record
     */
    RecordColumn(Class<?> type, Class<?> like) {
        this.type = type;
        this.components = like.getRecordComponents();
        this.accessors = new Method[components.length];
        this.columns = new Column[components.length];
        if (components.length == 0) {
            throw new IllegalArgumentException("no column for " + type.getName() + ", which takes no bytes");
        }
        try {
            this.constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            for (int i = 0; i < components.length; i++) {
                accessors[i] = type.getDeclaredMethod(components[i].getName());
                accessors[i].setAccessible(true);
            }
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type.getName(), e);
        }
    }

    @Override
    public void write(ColumnWriter to, List<Object> values) {
        for (int i = 0; i < components.length; i++) {
            List<Object> parts = new ArrayList<>(values.size());
            for (Object value : values) {
                parts.add(part(accessors[i], value));
            }
            column(i).write(to, parts);
        }
    }

    // Two threads that make it at a time make the same.
    private Column column(int component) {
        Column known = columns[component];
        if (known == null) {
            known = Columns.of(components[component]);
            columns[component] = known;
        }
        return known;
    }

    private static Object part(Method accessor, Object value) {
        try {
            return accessor.invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<Object> read(ColumnReader from, int count) {
        List<List<Object>> parts = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            if (!from.former() || !OptionalParts.isLater(components[i])) {
                parts.add(column(i).read(from, count));
            }
        }
        List<Object> all = new ArrayList<>(count);
        Object[] of = new Object[parts.size()];
        for (int i = 0; i < count; i++) {
            for (int part = 0; part < of.length; part++) {
                of[part] = parts.get(part).get(i);
            }
            all.add(make(from, of));
        }
        return all;
    }

    private Object make(ColumnReader from, Object[] of) {
        try {
            return (of.length == components.length ? constructor : former()).newInstance(of);
        } catch (InvocationTargetException e) {
            // What a record refuses, no reader has written.
            throw from.bytes().damaged("a " + type.getSimpleName() + " cannot be so");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The constructor without what came later. */
    private Constructor<?> former() throws NoSuchMethodException {
        Constructor<?> without = type.getDeclaredConstructor(Arrays.stream(components)
                .filter(component -> !OptionalParts.isLater(component))
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new));
        without.setAccessible(true);
        return without;
    }

    @Override
    public void describe(Description to) {
        to.add(type.getSimpleName());
        if (to.isKnown(type)) {
            return;
        }
        to.add("(");
        describeComponents(to);
        to.add(")");
    }

    private void describeComponents(Description to) {
        for (RecordComponent component : components) {
            if (to.isFormer() && OptionalParts.isLater(component)) {
                continue;
            }
            if (isInPlace(component)) {
                new RecordColumn(component.getType()).describeComponents(to);
            } else {
                to.add(component.getName()).add(" ");
                Columns.of(component).describe(to);
                to.add(", ");
            }
        }
    }

    /** Whether what it consists of stands in its place. */
    static boolean isInPlace(RecordComponent component) {
        return InPlace.class.isAssignableFrom(component.getType());
    }
}
