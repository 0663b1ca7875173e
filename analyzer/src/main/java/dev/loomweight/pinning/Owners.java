package dev.loomweight.pinning;

import dev.loomweight.bytecode.Archive;
import dev.loomweight.bytecode.Code;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whose code a frame is: by the user's prefixes, by the libraries that are known by name, by what its class file
 * is in. A jar can be the application's as well as a library's, and a class without a class file anyone's: these are
 * undecided. Not thread-safe.
 */
final class Owners {

    private final Code code;
    private final List<String> own;
    private final Map<Frame, Owner> known = new HashMap<>();

    /** @param own prefixes of the application's own classes; may be empty */
    Owners(Code code, List<String> own) {
        this.code = code;
        this.own = own;
    }

    /** Whose code a frame is. */
    Owner of(Frame frame) {
        return known.computeIfAbsent(frame, this::decide);
    }

    /** The instruction that a frame stands at is known: its class file is there, and is what ran. */
    boolean isRead(Frame frame) {
        return code.instruction(frame) != null;
    }

    private Owner decide(Frame frame) {
        String className = frame.stableClassName();
        Archive archive = code.archive(frame);
        if (Frames.isJdk(className) || (archive != null && archive.kind() == Archive.Kind.JDK)) {
            return new Owner(Owner.Kind.JDK, null, null);
        }
        Archive jar = archive != null && archive.kind() == Archive.Kind.JAR ? archive : null;
        if (own.stream().anyMatch(className::startsWith)) {
            return new Owner(Owner.Kind.OWN, jar, null);
        }
        Library library = Library.of(className);
        if (library != null || !own.isEmpty()) {
            return new Owner(Owner.Kind.LIBRARY, jar, library);
        }
        boolean classes = archive != null && archive.kind() == Archive.Kind.CLASSES;
        return new Owner(classes ? Owner.Kind.OWN : Owner.Kind.UNDECIDED, jar, null);
    }
}
