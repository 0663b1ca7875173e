package dev.loomweight.fold;

/** Finds the value of a given rank, usually in linear time (Hoare, "Algorithm 65: Find", 1961). */
public final class Selection {

    private Selection() {}

    /**
     * The value at an index of the array as if it were sorted.
     *
     * @param values reordered by this method
     * @param rank the index, from 0
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
