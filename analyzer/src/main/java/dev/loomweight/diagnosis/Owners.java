package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.Archive;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.StackCode;
import dev.loomweight.sample.Frames;
import dev.loomweight.sample.StackTrace;
import java.util.List;

/**
 * Decides whose code a frame is: by the user's prefixes, by the libraries that are known by name, by what its class file
 * is in. A jar can be the application's as well as a library's, and a class without a class file anyone's: these are
 * undecided.
 *
 * @param code the class files
 * @param own prefixes of the application's own classes; may be empty
 */
public record Owners(Code code, List<String> own) {

    /** The class files of a stack, for {@link #of}. */
    public StackCode on(StackTrace stack) {
        return code.on(stack);
    }

    /**
     * Whose code a frame is.
     *
     * @param i the frame, from 0, the innermost
     */
    Owner of(StackCode stack, int i) {
        String className = stack.stack().frames().get(i).stableClassName();
        Archive archive = stack.archive(i);
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
