package dev.loomweight.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The LineNumberTable of a method. */
final class LineTable {

    private final TreeMap<Integer, List<Integer>> lines = new TreeMap<>();

    /** The lines that begin at a bytecode index; mostly one. */
    void add(int offset, List<Integer> here) {
        lines.put(offset, new ArrayList<>(here));
    }

    /** The line of an instruction, or -1 where none is known. */
    int at(int offset) {
        Map.Entry<Integer, List<Integer>> entry = lines.floorEntry(offset);
        return entry == null ? -1 : entry.getValue().getFirst();
    }

    /** The first line of the method's body, or -1 where none is known. */
    int first() {
        return at(0);
    }

    /**
     * Whether the table allows that line for an instruction. Where the recording has none, any table does: JDKs are shrunk
     * by taking the lines out of what runs. Where it has one, what ran had a table, and a class file without one is
     * another.
     *
     * @param line as recorded, -1 where it was not known
     */
    boolean agrees(int offset, int line) {
        Map.Entry<Integer, List<Integer>> entry = lines.floorEntry(offset);
        return line <= 0 || (entry != null && entry.getValue().contains(line));
    }

    /** Whether it has no lines at all. */
    boolean isEmpty() {
        return lines.isEmpty();
    }
}
