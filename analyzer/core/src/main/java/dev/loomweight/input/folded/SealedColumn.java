package dev.loomweight.input.folded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Records of a sealed interface: which one each is, and then all of the first kind, all of the second, and so on. */
final class SealedColumn implements Column {

    private final Class<?> type;
    private final List<Class<?>> kinds;

    SealedColumn(Class<?> type) {
        this.type = type;
        this.kinds = Arrays.stream(type.getPermittedSubclasses())
                .sorted(Comparator.comparing(Class::getName))
                .<Class<?>>map(kind -> kind)
                .toList();
    }

    @Override
    public void write(ColumnWriter to, List<Object> values) {
        List<List<Object>> byKind = new ArrayList<>();
        kinds.forEach(kind -> byKind.add(new ArrayList<>()));
        for (Object value : values) {
            int kind = kinds.indexOf(value.getClass());
            to.bytes().unsigned(kind);
            byKind.get(kind).add(value);
        }
        for (int i = 0; i < kinds.size(); i++) {
            if (!byKind.get(i).isEmpty()) {
                Columns.of(kinds.get(i)).write(to, byKind.get(i));
            }
        }
    }

    @Override
    public List<Object> read(ColumnReader from, int count) {
        int[] kind = new int[count];
        int[] counts = new int[kinds.size()];
        for (int i = 0; i < count; i++) {
            kind[i] = from.bytes().index(kinds.size());
            counts[kind[i]]++;
        }
        List<List<Object>> byKind = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            byKind.add(counts[i] == 0 ? List.of() : Columns.of(kinds.get(i)).read(from, counts[i]));
        }
        int[] next = new int[counts.length];
        List<Object> all = new ArrayList<>(count);
        for (int each : kind) {
            all.add(byKind.get(each).get(next[each]++));
        }
        return all;
    }

    @Override
    public void describe(Description to) {
        to.add(type.getSimpleName());
        if (to.isKnown(type)) {
            return;
        }
        to.add("[");
        for (Class<?> kind : kinds) {
            Columns.of(kind).describe(to);
            to.add("; ");
        }
        to.add("]");
    }
}
