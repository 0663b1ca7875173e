package dev.loomweight.pins.pinning;

/**
 * What makes pins of two recordings one site, of whatever build or JDK: methods, without lines, locks and what only some
 * JDKs record. Everyone who counts, compares or judges pins by site uses it, and shows its name.
 *
 * @param name the method that people would look at: theirs that is to blame, or that called what is, or where it was seen
 * @param holder the method that holds the carrier, or where the pin was seen if no frame is to blame
 * @param blocker the call that blocked; empty where it is not known
 */
public record SiteKey(String name, String holder, String blocker) implements Comparable<SiteKey> {

    /** Whether it is a place in code; not so what stands for pins without a stack. */
    public boolean isInCode() {
        return !name.startsWith("(");
    }

    @Override
    public int compareTo(SiteKey other) {
        int order = name.compareTo(other.name);
        order = order == 0 ? holder.compareTo(other.holder) : order;
        return order == 0 ? blocker.compareTo(other.blocker) : order;
    }
}
