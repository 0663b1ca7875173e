package dev.loomweight.fleet;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.folded.SumsBytes;
import java.util.Iterator;
import java.util.List;

/**
 * {@link FleetSums} as bytes, in the form of fold files: the same sums are the same bytes, in whatever order they were
 * merged.
 */
public final class FleetBytes {

    /** Its types are looked into once. */
    private static final class Form {
        private static final SumsBytes<FleetSums> SUMS = new SumsBytes<>(FleetSums.class);
    }

    private FleetBytes() {}

    /** Stands for the form of the bytes and the program that writes them: what another one wrote may be something else. */
    public static String version() {
        return Form.SUMS.version();
    }

    /** The sums as bytes. */
    public static byte[] write(FleetSums sums) {
        return Form.SUMS.write(List.of(sums));
    }

    /**
     * Sums from bytes.
     *
     * @param name what messages call them
     * @throws DataException if they are no sums, are damaged, or are of another version
     */
    public static FleetSums read(byte[] bytes, String name) {
        FleetSums sums = new FleetSums();
        Form.SUMS.read(bytes, name).forEach(sums::addAll);
        return sums;
    }

    /**
     * Merges any number of sums as bytes, each read once.
     *
     * @throws DataException if one of them is no sums, is damaged, or is of another version
     */
    public static byte[] mergeAll(Iterator<byte[]> all) {
        FleetSums sums = new FleetSums();
        all.forEachRemaining(bytes -> sums.addAll(read(bytes, "a fold")));
        return write(sums);
    }

    /**
     * Merges two.
     *
     * @throws DataException if one of them is no sums, is damaged, or is of another version
     */
    public static byte[] merge(byte[] left, byte[] right) {
        return mergeAll(List.of(left, right).iterator());
    }

    /** The sums of nothing, which are neutral. */
    public static byte[] nothing() {
        return write(new FleetSums());
    }

    /**
     * The same recordings without one of their labels, so that those that differ in it alone take the place of one. A
     * report by other labels is the same.
     *
     * @param label such as {@link Labels#RECORDING}
     * @throws DataException if it is no sums, is damaged, or is of another version
     */
    public static byte[] without(byte[] all, String label) {
        return write(read(all, "a fold").relabelled(labels -> labels.without(label)));
    }
}
