package dev.loomweight.input.text;

import dev.loomweight.capture.OwnersText;
import dev.loomweight.sample.DumpedThread;
import dev.loomweight.sample.LockOwners;
import dev.loomweight.sample.LockOwners.Owned;
import dev.loomweight.sample.LockOwners.Owner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code owners.txt}: who owns the locks that threads wait for, as the agent reads it in the process. */
final class LockOwnersText {

    private LockOwnersText() {}

    static boolean isSign(String text) {
        return text.equals(OwnersText.TITLE);
    }

    /** The owners, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        OwnersText reader = new OwnersText();
        for (String line = lines.next(); line != null; line = lines.next()) {
            reader.line(line);
        }
        List<String> notes = new ArrayList<>();
        TextRead.quote(notes, reader.unknown(), "unknown lines in owners.txt");
        if (!reader.complete()) {
            notes.add("owners.txt is truncated: owners and waiting threads are missing");
        }
        List<Owned> owned = reader.locks().stream()
                .map(lock -> new Owned(
                        new DumpedThread.Lock(lock.className(), lock.hash()),
                        owner(lock),
                        lock.state(),
                        lock.waiters()))
                .toList();
        return TextRead.of(new LockOwners(LockOwners.From.AGENT, owned), notes);
    }

    private static @Nullable Owner owner(OwnersText.Lock lock) {
        return lock.owner() == 0 ? null : new Owner(lock.owner(), lock.ownerName(), lock.ownerEnded());
    }
}
