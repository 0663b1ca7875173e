package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.StackCode;
import dev.loomweight.classfiles.Archive;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.faults.Library;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides whose code a frame is: by the user's prefixes, by the libraries that are known by name, by what its class file
 * is in and what the JVM was started with ({@link Application}). Where neither shows it, it is undecided. Not thread-safe.
 */
public final class Owners {

    private static final Owner OF_JDK = new Owner(Owner.Kind.JDK, null, null);

    private final Code code;
    private final List<String> own;
    private final KnownFaults faults;
    // Of classes of which no class file is known.
    private final Map<String, Owner> byName = new HashMap<>();
    private @Nullable Application application;

    /**
     * Decides with the libraries that come with Loomweight.
     *
     * @param code the class files
     * @param own prefixes of the application's own classes; may be empty
     */
    public Owners(Code code, List<String> own) {
        this(code, own, KnownFaults.own());
    }

    /**
     * Decides.
     *
     * @param code the class files
     * @param own prefixes of the application's own classes; may be empty
     * @param faults which libraries are known by name
     */
    public Owners(Code code, List<String> own, KnownFaults faults) {
        this.faults = faults;
        this.code = code;
        this.own = own;
    }

    /** The class files of a stack, for {@link #of}. */
    public StackCode on(StackTrace stack) {
        return code.on(stack);
    }

    /**
     * Whose code a frame is.
     *
     * @param stack its stack, as {@link #on} has it
     * @param i the frame, from 0, the innermost
     */
    public Owner of(StackCode stack, int i) {
        Frame frame = stack.stack().frames().get(i);
        String className = frame.stableClassName();
        if (code.isJdk(className) && !hasOwnPrefix(className)) {
            return OF_JDK;
        }
        Archive archive = stack.archive(i);
        if (archive != null) {
            return archive.kind() == Archive.Kind.JDK && !hasOwnPrefix(className) ? OF_JDK : of(className, archive);
        }
        Owner known = byName.get(className);
        if (known == null) {
            // An agent that changes a class does not change whose it is; of a jar it may be another version.
            Archive changed = code.archive(className);
            known = of(className, changed != null && changed.kind() == Archive.Kind.CLASSES ? changed : null);
            byName.put(className, known);
        }
        return known;
    }

    /** The name of the source file of a frame's class; null where its class file is missing, or does not show it. */
    public @Nullable String sourceFile(Frame frame) {
        return code.sourceFile(frame.stableClassName());
    }

    private Owner of(String className, @Nullable Archive archive) {
        Archive jar = archive != null && archive.kind() == Archive.Kind.JAR ? archive : null;
        if (hasOwnPrefix(className)) {
            return new Owner(Owner.Kind.OWN, jar, null);
        }
        Library library = faults.libraryOf(className);
        if (library != null || !own.isEmpty()) {
            return new Owner(Owner.Kind.LIBRARY, jar, library);
        }
        return application().ownerOf(className, archive);
    }

    /**
     * The frame that people know as the place of a stack: the innermost of the application's own code; where none is sure
     * to be, the innermost that is neither a library's nor a framework's; else the innermost outside of the JDK.
     *
     * @param stack the stack; with frames
     * @param from the frame from which on outwards is looked
     * @return its index
     */
    public int placeIn(StackTrace stack, int from) {
        List<Frame> frames = stack.frames();
        StackCode on = on(stack);
        int undecided = -1;
        int outside = -1;
        for (int i = Math.min(from, frames.size() - 1); i < frames.size(); i++) {
            Owner.Kind kind = kindOf(on, i);
            if (kind == Owner.Kind.OWN) {
                return i;
            }
            if (kind != Owner.Kind.JDK) {
                outside = outside < 0 ? i : outside;
                undecided = undecided < 0 && kind == Owner.Kind.UNDECIDED ? i : undecided;
            }
        }
        return undecided >= 0 ? undecided : outside >= 0 ? outside : Math.min(from, frames.size() - 1);
    }

    /**
     * Whether the application's own code may be on a stack: a frame is its own, or neither a library's nor a framework's.
     *
     * @param stack the stack; with frames
     */
    public boolean mayBeOwn(StackTrace stack) {
        StackCode on = on(stack);
        for (int i = 0; i < stack.frames().size(); i++) {
            Owner.Kind kind = kindOf(on, i);
            if (kind == Owner.Kind.OWN || kind == Owner.Kind.UNDECIDED) {
                return true;
            }
        }
        return false;
    }

    // A framework is taken for a library, and what one makes, which is on the way to other code, for the JDK's.
    private Owner.Kind kindOf(StackCode on, int i) {
        Frame frame = on.stack().frames().get(i);
        Owner.Kind kind = of(on, i).kind();
        if (frame.isHidden() || Framework.makerOf(frame.className()) != null) {
            return Owner.Kind.JDK;
        }
        return kind == Owner.Kind.UNDECIDED && Framework.of(frame.className()) != null ? Owner.Kind.LIBRARY : kind;
    }

    private boolean hasOwnPrefix(String className) {
        for (String prefix : own) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    // Class files are opened for the first frame alone.
    private Application application() {
        Application known = application;
        if (known == null) {
            known = Application.of(code);
            application = known;
        }
        return known;
    }
}
