package dev.loomweight.query;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Joins the rows of two relations in which a field of each has the same value: an inner join by a hash table. */
final class Joining {

    private Joining() {}

    static Relation of(Step.Join join, Relation left, Relation right, Consumer<String> notes) {
        Field one = left.field(join.left());
        Field other = right.field(join.right());
        if (!one.kind().toString().equals(other.kind().toString())) {
            throw new QueryException(
                    "join needs two fields of the same kind, and " + one.name() + " is a " + one.kind() + ", "
                            + other.name() + " a " + other.kind(),
                    join.right().at(),
                    join.right().name().length());
        }
        Map<Object, IntArrayList> places = new HashMap<>();
        for (int row = 0; row < right.rows(); row++) {
            @Nullable Object value = other.value(row);
            if (value != null) {
                places.computeIfAbsent(value, key -> new IntArrayList()).add(row);
            }
        }
        IntArrayList ofLeft = new IntArrayList();
        IntArrayList ofRight = new IntArrayList();
        for (int row = 0; row < left.rows(); row++) {
            @Nullable Object value = one.value(row);
            IntArrayList found = value == null ? null : places.get(value);
            for (int i = 0; found != null && i < found.size(); i++) {
                ofLeft.add(row);
                ofRight.add(found.getInt(i));
            }
        }
        if (ofLeft.isEmpty() && one.kind() == Kind.TIME && left.rows() > 0 && right.rows() > 0) {
            notes.accept("No " + one.name() + " equals a " + other.name()
                    + ". To join rows that overlap in time: join (...) during.");
        }
        List<Field> fields = new ArrayList<>(left.rows(ofLeft.toIntArray()).fields());
        for (Field field : right.rows(ofRight.toIntArray()).fields()) {
            if (!field.name().equals(other.name())) {
                fields.add(field.named(RowSteps.unique(field.name(), "other", fields)));
            }
        }
        return new Relation(left.name(), fields, ofLeft.size());
    }
}
