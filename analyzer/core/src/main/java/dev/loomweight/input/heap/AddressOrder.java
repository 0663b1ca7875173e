package dev.loomweight.input.heap;

/** Sorts addresses, each with what belongs to it; in time proportional to their number where they are in order already. */
final class AddressOrder {

    private final long[] addresses;
    private final long[] places;

    AddressOrder(long[] addresses, long[] places) {
        this.addresses = addresses;
        this.places = places;
    }

    /** Sorts those from one index to before another: a heap sort, which no order of a damaged file makes slow. */
    void sort(int from, int to) {
        if (isSorted(from, to)) {
            return;
        }
        int size = to - from;
        for (int root = size / 2 - 1; root >= 0; root--) {
            sink(from, root, size);
        }
        for (int last = size - 1; last > 0; last--) {
            swap(from, from + last);
            sink(from, 0, last);
        }
    }

    private boolean isSorted(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (addresses[i - 1] > addresses[i]) {
                return false;
            }
        }
        return true;
    }

    private void sink(int from, int start, int size) {
        int root = start;
        for (int child = 2 * root + 1; child < size; child = 2 * root + 1) {
            if (child + 1 < size && addresses[from + child + 1] > addresses[from + child]) {
                child++;
            }
            if (addresses[from + root] >= addresses[from + child]) {
                return;
            }
            swap(from + root, from + child);
            root = child;
        }
    }

    private void swap(int one, int other) {
        long address = addresses[one];
        addresses[one] = addresses[other];
        addresses[other] = address;
        long place = places[one];
        places[one] = places[other];
        places[other] = place;
    }
}
