package dev.loomweight.input.folded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.amount.Quantity;
import dev.loomweight.capture.DataException;
import dev.loomweight.fold.Observed;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A fold file whose checksums are right, and which lacks a part, is damaged: no record is made of it. The oracle of what can
 * lack is the declaration.
 */
class AbsentPartsTest {

    private static final Map<Class<?>, Object> PLAIN = Map.ofEntries(
            Map.entry(int.class, 1),
            Map.entry(Integer.class, 1),
            Map.entry(long.class, 1L),
            Map.entry(Long.class, 1L),
            Map.entry(double.class, 0.5),
            Map.entry(Double.class, 0.5),
            Map.entry(boolean.class, true),
            Map.entry(Boolean.class, true),
            Map.entry(String.class, "x"),
            Map.entry(Instant.class, Instant.EPOCH),
            Map.entry(Duration.class, Duration.ZERO),
            Map.entry(Quantity.class, Quantity.of(1)),
            Map.entry(StackTrace.class, StackTrace.NONE));

    private static final Random RANDOM = new Random(7);

    /** All that fold files hold, of which records consist of records. */
    private static Set<Class<?>> records() {
        Set<Class<?>> all = new LinkedHashSet<>();
        addAll(all, UnitHead.class);
        for (UnitSection section : UnitSection.values()) {
            if (section.state() != null) {
                addAll(all, section.state());
            }
        }
        Sample.kinds().forEach(kind -> addAll(all, kind));
        return all;
    }

    private static void addAll(Set<Class<?>> all, Type type) {
        if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(each -> addAll(all, each));
        } else if (type instanceof Class<?> plain && plain.isSealed()) {
            Arrays.stream(plain.getPermittedSubclasses()).forEach(each -> addAll(all, each));
        } else if (type instanceof Class<?> plain && plain.isRecord() && plain != Quantity.class && all.add(plain)) {
            Arrays.stream(plain.getRecordComponents()).forEach(each -> addAll(all, each.getGenericType()));
        }
    }

    @Test
    void theListOfWhatCanLackIsThatOfWhatIsDeclared() {
        Set<String> declared = new TreeSet<>();
        Set<String> listed = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        for (Class<?> type : records()) {
            for (RecordComponent component : type.getRecordComponents()) {
                String name = OptionalParts.name(component);
                assertThat(names.add(name))
                        .as("%s is the name of one component", name)
                        .isTrue();
                if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    declared.add(name);
                }
                if (OptionalParts.has(component)) {
                    listed.add(name);
                }
                requirePlainElements(component, component.getAnnotatedType());
            }
        }
        assertThat(listed).isEqualTo(declared).hasSizeGreaterThan(50);
    }

    /** Elements of lists and maps are never null. */
    private static void requirePlainElements(RecordComponent component, AnnotatedType type) {
        if (type instanceof AnnotatedParameterizedType generic) {
            for (AnnotatedType element : generic.getAnnotatedActualTypeArguments()) {
                assertThat(element.isAnnotationPresent(Nullable.class))
                        .as("%s has elements that can be null", component)
                        .isFalse();
                requirePlainElements(component, element);
            }
        }
    }

    @Test
    void whatLacksAPartIsDamaged() throws Exception {
        Map<Class<?>, Object> found = new LinkedHashMap<>();
        for (int i = 0; i < 40; i++) {
            Observed.MAKERS.values().forEach(maker -> find(found, maker.apply(RANDOM)));
        }
        int refused = 0;
        for (Class<?> type : records()) {
            Object whole = found.containsKey(type) ? found.get(type) : made(type);
            RecordComponent[] components = type.getRecordComponents();
            assertThat(read(type, bytes(whole, -1))).as(type.getName()).isNotNull();
            for (int i = 0; i < components.length; i++) {
                // What stands in place has no bytes of its own, and numbers are there in any case.
                if (components[i].getType().isPrimitive()
                        || components[i].getType() == Quantity.class
                        || RecordColumn.isInPlace(components[i])) {
                    continue;
                }
                ColumnReader reader = bytes(whole, i);
                if (components[i].getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    assertThat(value(components[i], read(type, reader)))
                            .as(components[i].toString())
                            .isNull();
                } else {
                    refused++;
                    assertThatThrownBy(() -> read(type, reader))
                            .as(components[i].toString())
                            .isInstanceOf(DataException.class)
                            .hasMessageContaining("damaged")
                            .hasMessageNotContaining("\n");
                }
            }
        }
        assertThat(refused).isGreaterThan(200);
    }

    /** A list of one element, which lacks. */
    @Test
    void anElementThatLacksIsDamage() {
        record Texts(List<String> texts) {}
        ByteSink body = new ByteSink();
        body.octet(0);
        body.unsigned(1);
        body.octet(1);
        body.octet(0);
        ColumnReader reader =
                Packed.of(new SectionPools.Writing(), body, Deflater.BEST_SPEED).open("a.lwf", "head");

        assertThatThrownBy(() -> read(Texts.class, reader))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("damaged");
    }

    /** One record as a file has it, but for a component, which lacks; with -1, all are there. */
    private static ColumnReader bytes(Object whole, int absent) throws ReflectiveOperationException {
        SectionPools.Writing pools = new SectionPools.Writing();
        ByteSink body = new ByteSink();
        RecordComponent[] components = whole.getClass().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            Object value = i == absent ? null : value(components[i], whole);
            Columns.of(components[i]).write(new ColumnWriter(body, pools), Collections.singletonList(value));
        }
        return Packed.of(pools, body, Deflater.BEST_SPEED).open("a.lwf", "head");
    }

    private static Object read(Class<?> type, ColumnReader from) {
        return new RecordColumn(type).read(from, 1).getFirst();
    }

    private static @Nullable Object value(RecordComponent component, Object of) throws ReflectiveOperationException {
        component.getAccessor().setAccessible(true);
        return component.getAccessor().invoke(of);
    }

    /** Keeps one record of each kind that is in a value. */
    private static void find(Map<Class<?>, Object> found, @Nullable Object value) {
        switch (value) {
            case Iterable<?> some -> some.forEach(each -> find(found, each));
            case Map<?, ?> map ->
                map.forEach((key, of) -> {
                    find(found, key);
                    find(found, of);
                });
            case Record whole -> {
                found.putIfAbsent(whole.getClass(), whole);
                for (RecordComponent component : whole.getClass().getRecordComponents()) {
                    try {
                        find(found, value(component, whole));
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            case null, default -> {}
        }
    }

    /** A value of a kind that the makers do not make: the plainest. */
    private static Object made(Type type) {
        if (type instanceof ParameterizedType generic) {
            Object first = made(generic.getActualTypeArguments()[0]);
            return generic.getRawType() == Map.class
                    ? Map.of(first, made(generic.getActualTypeArguments()[1]))
                    : generic.getRawType() == Set.class ? Set.of(first) : List.of(first);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isSealed()) {
            return made(plain.getPermittedSubclasses()[0]);
        } else if (plain.isEnum()) {
            return plain.getEnumConstants()[0];
        } else if (plain.isRecord() && plain != Quantity.class) {
            Object[] parts = Arrays.stream(plain.getRecordComponents())
                    .map(component -> made(component.getGenericType()))
                    .toArray();
            try {
                Constructor<?> constructor = plain.getDeclaredConstructor(Arrays.stream(plain.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return constructor.newInstance(parts);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(plain + " cannot be made", e);
            }
        }
        return Objects.requireNonNull(PLAIN.get(plain), plain.getName());
    }
}
