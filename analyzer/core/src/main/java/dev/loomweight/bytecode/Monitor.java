package dev.loomweight.bytecode;

/**
 * A monitor that a frame holds, as the source names it. Which object it was is not recorded, only the expression.
 *
 * @param kind how it is taken
 * @param lock the locked expression as people write it: {@code this}, {@code Cart.class}, {@code Cart.LOCK},
 *     {@code this.lock}, {@code locks[i]}, {@code getLock()}, a local's or parameter's name, or {@code parameter 1} and
 *     {@code local 3} where the class file names no locals; two expressions with {@code or} between them where either
 *     can be locked
 * @param line the line of the {@code synchronized} block, or the first line of a synchronized method's body; -1 where
 *     it is not known
 */
public record Monitor(Kind kind, String lock, int line) {

    /** How a monitor is taken. */
    public enum Kind {
        /** By a synchronized method, from its beginning to its end. */
        METHOD,
        /** By a {@code synchronized} block. */
        BLOCK
    }
}
