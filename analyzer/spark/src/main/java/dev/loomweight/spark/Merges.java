package dev.loomweight.spark;

import dev.loomweight.command.Fleet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Folds into one. The laws of folds let this be done in any order, with the same bytes. */
final class Merges {

    private Merges() {}

    /**
     * The recordings of a task together, without their names: so that what goes on from here depends on labels and sites,
     * and not on how many recordings there are.
     */
    static Iterator<byte[]> ofTask(Iterator<byte[]> folds) {
        List<byte[]> unnamed = new ArrayList<>();
        folds.forEachRemaining(fold -> unnamed.add(Fleet.without(fold, Fleet.RECORDING)));
        return unnamed.isEmpty()
                ? List.<byte[]>of().iterator()
                : List.of(all(unnamed)).iterator();
    }

    /** All together: by pairs, so that what has grown is merged with what has grown, and not with one after another. */
    static byte[] all(List<byte[]> folds) {
        List<byte[]> rest = folds;
        while (rest.size() > 1) {
            List<byte[]> half = new ArrayList<>();
            for (int i = 0; i + 1 < rest.size(); i += 2) {
                half.add(Fleet.merge(rest.get(i), rest.get(i + 1)));
            }
            if (rest.size() % 2 == 1) {
                half.add(rest.getLast());
            }
            rest = half;
        }
        return rest.isEmpty() ? Fleet.nothing() : rest.getFirst();
    }
}
