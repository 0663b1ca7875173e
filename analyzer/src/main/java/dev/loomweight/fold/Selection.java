package dev.loomweight.fold;

/** Finds what sorting would put at a place, in linear time as a rule (Hoare, "Algorithm 65: Find", 1961). */
public final class Selection {

    private Selection() {}

    /**
     * The value that would be at a place if all were in ascending order.
     *
     * @param values reordered
     * @param rank the place, from 0 on
     */
    public static long select(long[] values, int rank) {
        int from = 0;
        int to = values.length - 1;
        while (from < to) {
            long pivot = values[(from + to) >>> 1];
            int left = from;
            int right = to;
            while (left <= right) {
                while (values[left] < pivot) {
                    left++;
                }
                while (values[right] > pivot) {
                    right--;
                }
                if (left <= right) {
                    long value = values[left];
                    values[left++] = values[right];
                    values[right--] = value;
                }
            }
            if (rank <= right) {
                to = right;
            } else if (rank >= left) {
                from = left;
            } else {
                return values[rank];
            }
        }
        return values[rank];
    }
}
