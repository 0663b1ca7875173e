package dev.loomweight.bytecode;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is known of a value in a local or on the operand stack: where it comes from, and how the source would write it.
 *
 * @param size the slots that it takes: 2 for long and double, else 1
 * @param origin the position of the instruction that made it, or a negative number for a parameter; two operands of the
 *     same origin are the same object within one pass through the code. {@link #MIXED} where paths bring different ones
 * @param value which object it is, to compare it with others of the same call
 * @param texts how the source would write it: one text, two sorted ones where paths disagree, none where it is anything
 */
record Operand(int size, int origin, Value value, List<String> texts) implements org.objectweb.asm.tree.analysis.Value {

    /** The origin of what comes from several places. */
    static final int MIXED = -1;

    /** Anything, or nothing at all. */
    static final Operand ANY = new Operand(1, MIXED, Value.UNKNOWN, List.of());

    private static final int LONGEST_TEXT = 80;

    static Operand of(int size, int origin, Value value, String text) {
        return new Operand(size, origin, value, List.of(shortened(text)));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 3) + "...";
    }

    @Override
    public int getSize() {
        return size;
    }

    /** The same value, written otherwise. */
    Operand named(String text) {
        return of(size, origin, value, text);
    }

    /** The object that was read before, as it is written here. */
    Operand sameAs(Operand before) {
        return new Operand(size, before.origin, before.value, texts);
    }

    /** The value where two paths meet. Repeated, it ends after four steps, so that the data flow ends. */
    static Operand merge(Operand a, Operand b) {
        if (a.equals(b)) {
            return a;
        }
        if (a.size != b.size) {
            return ANY;
        }
        List<String> texts = a.texts.isEmpty() || b.texts.isEmpty()
                ? List.of()
                : Stream.concat(a.texts.stream(), b.texts.stream())
                        .distinct()
                        .sorted()
                        .toList();
        return new Operand(
                a.size,
                a.origin == b.origin ? a.origin : MIXED,
                a.value.equals(b.value) ? a.value : Value.UNKNOWN,
                texts.size() > 2 ? List.of() : texts);
    }

    /** As a complete expression. */
    String text() {
        return texts.isEmpty() ? "one of several objects" : String.join(" or ", texts);
    }

    /** As the beginning of a longer expression. */
    String prefix() {
        return switch (texts.size()) {
            case 0 -> "(...)";
            case 1 -> texts.getFirst();
            default -> "(" + text() + ")";
        };
    }

    /** As the index of an array. */
    String index() {
        return texts.size() == 1 ? texts.getFirst() : "...";
    }
}
