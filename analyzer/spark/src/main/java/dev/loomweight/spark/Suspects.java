package dev.loomweight.spark;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Recordings during which an executor ended, such as one that takes more memory than there is. The first attempt of a task
 * takes no notes, since hardly any task fails; each later one notes every recording before it begins it. What the last
 * note of a failed attempt names is left alone by those after it.
 */
final class Suspects {

    private final WorkingFolder folder;
    private final String task;
    private final boolean notes;
    private final Set<String> found = new HashSet<>();

    /**
     * Those of the attempts before.
     *
     * @param task the name of the task, the same for all attempts
     * @param attempt from 0
     * @param always whether the first attempt takes notes, too
     */
    Suspects(WorkingFolder folder, String task, int attempt, boolean always) throws IOException {
        this.folder = folder;
        this.task = task + "-attempt-" + attempt;
        this.notes = always || attempt > 0;
        for (int before = 0; before < attempt; before++) {
            found.add(folder.noted(task + "-attempt-" + before));
        }
    }

    boolean contains(Recording recording) {
        return found.contains(recording.uri());
    }

    /** That a recording is begun. */
    void begin(Recording recording) throws IOException {
        if (notes) {
            folder.note(task, recording.uri());
        }
    }

    /** That the attempt goes on, or fails, for another reason than the recording that it began. */
    void end() throws IOException {
        if (notes) {
            folder.note(task, "");
        }
    }
}
