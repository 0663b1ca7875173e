package dev.loomweight.bytecode;

import org.jspecify.annotations.Nullable;

/**
 * Which object a value is, within one call of a method. Equal values other than {@link #UNKNOWN} are the same object;
 * different ones need not be different objects.
 */
sealed interface Value {

    /** Anything: paths bring different objects, or nothing is known. */
    Value UNKNOWN = new Unknown();

    /** How far fields of fields are followed. */
    int DEEPEST = 8;

    /** See {@link #UNKNOWN}. */
    record Unknown() implements Value {}

    /**
     * What the method was called with.
     *
     * @param local the local that it is in when the method begins; 0 is {@code this} of an instance
     */
    record Parameter(int local) implements Value {}

    /**
     * A constant that is one object for all code that names it.
     *
     * @param value a string, or ASM's type of a class literal
     */
    record Constant(Object value) implements Value {}

    /**
     * An object that the call itself has made.
     *
     * @param position that of the {@code new} in the method
     * @param type its class, in the class file's notation
     */
    record Created(int position, String type) implements Value {}

    /**
     * What was read from a field.
     *
     * @param base the object; null for a static field
     * @param owner the class that the instruction names, in the class file's notation
     * @param name the field
     * @param descriptor its type
     * @param position that of the instruction that read it: at another one, it may be another object
     */
    record Read(@Nullable Value base, String owner, String name, String descriptor, int position) implements Value {

        /** Whether it is the same field, if perhaps of another object. */
        boolean isSameField(Read other) {
            return owner.equals(other.owner) && name.equals(other.name) && descriptor.equals(other.descriptor);
        }
    }

    /**
     * The result of a call, an element of an array, and all else.
     *
     * @param position that of the instruction that gave it
     */
    record Result(int position) implements Value {}

    /** A field of that value; what is too deep is not followed. */
    static Value read(@Nullable Value base, String owner, String name, String descriptor, int position) {
        if (base == null || depth(base) < DEEPEST) {
            return new Read(base, owner, name, descriptor, position);
        }
        return new Result(position);
    }

    private static int depth(Value value) {
        int depth = 0;
        for (Value at = value; at instanceof Read read && read.base != null; at = read.base) {
            depth++;
        }
        return depth;
    }
}
