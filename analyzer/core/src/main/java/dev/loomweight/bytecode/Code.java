package dev.loomweight.bytecode;

import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.classfiles.Archive;
import dev.loomweight.classfiles.ClassBytes;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The bytecode of the classes on recorded stacks: finds the method of a frame and checks that it is the one that ran.
 * Every class file is read once. Safe for threads.
 */
public final class Code {

    private static final int SHARED_FLAGS = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE;

    private final ClassPath path;
    private final Map<String, Versions> classes = new ConcurrentHashMap<>();
    private final Map<Frame, FrameCode> firsts = new ConcurrentHashMap<>();
    // Stacks whose reasons the JVM gives need none.
    private volatile @Nullable Holders holders;

    /** What the look-up of a class gave: the class, or a uncertainty that says why there is none. */
    private record Found(
            @Nullable ClassCode code,
            @Nullable Uncertainty uncertainty,
            @Nullable ClassBytes file) {}

    /** The class files of one name, in the order of the class path. Each is read when it is asked for. */
    private final class Versions {
        private final String className;
        private final List<Found> found = new ArrayList<>();
        private int next;
        private boolean complete;

        private Versions(String className) {
            this.className = className;
        }

        /** The first is always present, at least as the reason why there is none; null after the last. */
        private synchronized @Nullable Found get(int version) {
            while (found.size() <= version && !complete) {
                ClassPath.Hit hit = path.find(className, next);
                if (hit == null) {
                    complete = true;
                    if (found.isEmpty()) {
                        found.add(new Found(
                                null,
                                new Uncertainty(
                                        Uncertainty.Reason.NO_CLASS_FILE,
                                        "the class file of " + className + " is missing"),
                                null));
                    }
                } else {
                    next = hit.place() + 1;
                    // Class paths name one jar twice, and jars contain one another's classes.
                    if (found.stream().noneMatch(known -> known.file != null && known.file.sameAs(hit.file()))) {
                        found.add(read(className, hit.file()));
                    }
                }
            }
            return version < found.size() ? found.get(version) : null;
        }
    }

    /** The code on that class path, which must stay open for as long as this is used. */
    public Code(ClassPath path) {
        this.path = path;
    }

    /** Whether there is no class file at all. */
    boolean isEmpty() {
        return path.isEmpty();
    }

    /** The main classes of what was recorded, as far as they are known: see {@link ClassPath#mainClasses()}. */
    public List<String> mainClasses() {
        return path.mainClasses();
    }

    /** Whether there is a place for the application's own classes alone: see {@link ClassPath#holdsOwn()}. */
    public boolean holdsOwn() {
        return path.holdsOwn();
    }

    /**
     * What the first class file of a name was found in.
     *
     * @param className the class in Java's notation
     * @return null where there is none that can be read
     */
    public @Nullable Archive archive(String className) {
        ClassCode found = first(className);
        return found == null ? null : found.archive();
    }

    /**
     * Whether a class is one of the JDK's: where its class file was found decides. The package decides where there is no
     * class file, and that a class is not the JDK's, whose packages are known.
     *
     * @param className the class in Java's notation; may have the suffix of a hidden class
     */
    public boolean isJdk(String className) {
        if (!JvmNames.isJdk(className)) {
            return false;
        }
        if (path.isEmpty() || JvmNames.isOfJdkAlone(className)) {
            return true;
        }
        Archive archive = archive(className);
        return archive == null || archive.kind() == Archive.Kind.JDK;
    }

    /** What could not be read so far: one sentence each, with the file's name. */
    public List<String> notes() {
        return path.notes();
    }

    /**
     * The name of the source file of a class, without its folder.
     *
     * @param className the class in Java's notation
     * @return null where the class file is missing, or does not show it
     */
    public @Nullable String sourceFile(String className) {
        ClassCode code = first(className);
        return code == null ? null : code.sourceFile();
    }

    /** Who holds monitors by this code. */
    Holders holders() {
        Holders known = holders;
        if (known == null) {
            known = new Holders(this);
            holders = known;
        }
        return known;
    }

    /** The bytecode of a stack: whether a class file is what ran is decided by all frames of the class. */
    public StackCode on(StackTrace stack) {
        return new StackCode(this, stack);
    }

    /**
     * The superclass of a class, in Java's notation.
     *
     * @param className the class in Java's notation
     * @return null where the class file is missing, or the class has none
     */
    public @Nullable String superclass(String className) {
        ClassCode code = first(className);
        return code == null ? null : code.superclass();
    }

    /**
     * What the methods of a class can run, by the first class file of its name. Read anew at each question.
     *
     * @param className the class in Java's notation
     * @return null where the class file is missing, or cannot be read
     */
    public @Nullable ClassCalls calls(String className) {
        ClassCode code = first(className);
        try {
            return code == null ? null : code.calls();
        } catch (ClassCode.BrokenClassException e) {
            path.note("Cannot read " + className + " in " + code.origin() + ": " + e.getMessage() + ".");
            return null;
        }
    }

    /**
     * The instruction that a frame stands at, by the frame alone.
     *
     * @return null where the class file is not there, is not what ran, or cannot be read
     */
    public @Nullable Instruction instruction(Frame frame) {
        FrameCode first = of(frame);
        return (first.orNull() == null ? read(frame, 0) : first).instruction(frame);
    }

    /** Whether there is a class file of that name at that place among those of its name, from 0. */
    boolean hasVersion(String className, int version) {
        return versions(className).get(version) != null;
    }

    /**
     * What a class file shows of a frame: its method, if index, line and modifiers are those of the recording.
     *
     * @param version which of the class files of that name, from 0
     */
    FrameCode of(Frame frame, int version) {
        if (version > 0) {
            return read(frame, version);
        }
        return of(frame);
    }

    /** What the first class file shows of a frame; {@link FrameCode#orNull} is null where none can show anything. */
    FrameCode of(Frame frame) {
        FrameCode known = firsts.get(frame);
        if (known == null) {
            known = StackCode.hasFile(frame) ? read(frame, 0) : FrameCode.ofNoFile();
            firsts.put(frame, known);
        }
        return known;
    }

    private FrameCode read(Frame frame, int version) {
        Found found = versions(frame.className()).get(version);
        ClassCode code = found == null ? null : found.code;
        if (found == null || code == null) {
            return FrameCode.without(
                    found != null && found.uncertainty != null
                            ? found.uncertainty
                            : new Uncertainty(Uncertainty.Reason.NO_CLASS_FILE, "there is no further class file"));
        }
        String name = frame.methodName() + frame.descriptor();
        String where = frame.className() + " in " + code.origin();
        Integer access = code.access(frame.methodName(), frame.descriptor());
        if (access == null) {
            return FrameCode.without(new Uncertainty(
                    Uncertainty.Reason.NO_METHOD,
                    where + " has no method " + name + ": it is another version, or an agent added the method"));
        }
        try {
            MethodCode method = code.method(frame.methodName(), frame.descriptor());
            String difference = difference(frame, access, method);
            return difference == null
                    ? FrameCode.of(code, method, where)
                    : FrameCode.without(FrameCode.differs(where, frame, difference));
        } catch (ClassCode.BrokenClassException e) {
            path.note("Cannot read " + where + ": " + e.getMessage() + ".");
            return FrameCode.without(
                    new Uncertainty(Uncertainty.Reason.BROKEN_CLASS, where + " cannot be read: " + e.getMessage()));
        }
    }

    private static @Nullable String difference(Frame frame, int access, MethodCode method) {
        if (((frame.modifiers() ^ access) & SHARED_FLAGS) != 0) {
            return "the modifiers differ";
        }
        int index = frame.bytecodeIndex();
        if (index < 0) {
            return null;
        }
        if (method.instructions().at(index) == null) {
            return "index " + index + " is not an instruction";
        }
        if (frame.line() > 0 && method.lines().isEmpty()) {
            return "there are no lines, and the recording has line " + frame.line();
        }
        if (!method.lines().agrees(index, frame.line())) {
            return "index " + index + " is on line " + method.lines().at(index) + ", not " + frame.line();
        }
        return null;
    }

    /** The class file of a name at that place among those of its name, from 0; null where it cannot be read. */
    @Nullable
    ClassCode file(String className, int version) {
        Found found = versions(className).get(version);
        return found == null ? null : found.code;
    }

    /** The first class file of a name; null where there is none that can be read. */
    @Nullable
    ClassCode first(String className) {
        Found found = versions(className).get(0);
        return found == null ? null : found.code;
    }

    private Versions versions(String className) {
        Versions known = classes.get(className);
        if (known == null) {
            known = classes.computeIfAbsent(className, Versions::new);
        }
        return known;
    }

    private Found read(String className, ClassBytes file) {
        try {
            return new Found(ClassCode.read(className, file), null, file);
        } catch (ClassCode.BrokenClassException e) {
            path.note("Cannot read " + className + " in " + file.origin() + ": " + e.getMessage() + ".");
            return new Found(
                    null,
                    new Uncertainty(
                            Uncertainty.Reason.BROKEN_CLASS,
                            className + " in " + file.origin() + " cannot be read: " + e.getMessage()),
                    file);
        }
    }
}
