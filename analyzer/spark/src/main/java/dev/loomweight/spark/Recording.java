package dev.loomweight.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/**
 * A recording, or the folder of a capture, in a file system that executors can read.
 *
 * @param name what reports call it: where it is, beginning with what the user named
 * @param uri where it is, with its scheme
 * @param parts its files: of a recording itself alone, of a capture those in its folder
 * @param labels what it is of, as far as its name and the options tell
 */
record Recording(String name, String uri, ArrayList<Part> parts, TreeMap<String, String> labels)
        implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * One file.
     *
     * @param path from the folder of the capture; the name of the file where it is a recording itself
     * @param uri where it is
     * @param bytes its size when it was listed
     */
    record Part(String path, String uri, long bytes) implements Serializable {

        private static final long serialVersionUID = 1L;
    }

    /** Its size, in bytes. */
    long bytes() {
        return parts.stream().mapToLong(Part::bytes).sum();
    }

    /** Whether it is the folder of a capture. */
    boolean isCapture() {
        return parts.size() != 1 || !parts.getFirst().uri().equals(uri);
    }

    /** The same with labels. */
    Recording with(Map<String, String> found) {
        return new Recording(name, uri, parts, new TreeMap<>(found));
    }
}
