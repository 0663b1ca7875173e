package dev.loomweight.bytecode;

import dev.loomweight.sample.Frame;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The bytecode of the classes on recorded stacks: finds the method of a frame and checks that it is the one that ran.
 * Every class is read once. Safe for threads.
 */
public final class Code {

    private static final int SHARED_FLAGS = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE;

    private final ClassPath path;
    private final Map<String, Found> classes = new ConcurrentHashMap<>();

    /** What the look-up of a class gave: the class, or a uncertainty that says why there is none. */
    private record Found(@Nullable ClassCode code, @Nullable Uncertainty uncertainty) {}

    /**
     * What the look-up of a frame's method gave: the method, or a uncertainty that says why there is none.
     *
     * @param origin the file of the class, where there is a method
     */
    record Located(
            @Nullable MethodCode method,
            String origin,
            @Nullable Uncertainty uncertainty) {}

    /** The code on that class path, which must stay open for as long as this is used. */
    public Code(ClassPath path) {
        this.path = path;
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
        ClassCode code = find(className).code;
        return code == null ? null : code.sourceFile();
    }

    /**
     * What the class of a frame was found in, if the class file is the one that ran.
     *
     * @return null where it is not there, or is not what ran
     */
    public @Nullable Archive archive(Frame frame) {
        ClassCode code = find(frame.className()).code;
        return code == null || locate(frame).method == null ? null : code.archive();
    }

    /**
     * The instruction that a frame stands at.
     *
     * @return null where the class file is not there, is not what ran, or cannot be read
     */
    public @Nullable Instruction instruction(Frame frame) {
        Located located = locate(frame);
        ClassCode code = find(frame.className()).code;
        if (located.method == null || frame.bytecodeIndex() < 0 || code == null) {
            return null;
        }
        try {
            ParsedMethod method = code.parse(frame.methodName(), frame.descriptor());
            int which = method.offsets().indexOf(frame.bytecodeIndex());
            return Instruction.of(
                    method.node().instructions.get(method.positions().get(which)));
        } catch (ClassCode.BrokenClassException e) {
            return null;
        }
    }

    /**
     * The source file of a frame's class below the source root, with slashes: {@code com/acme/Cart.java}.
     *
     * @return null where the class file is not there, cannot be read, or does not name its source
     */
    public @Nullable String sourcePath(Frame frame) {
        ClassCode code = find(frame.className()).code;
        String file = code == null ? null : code.sourceFile();
        int dot = frame.className().lastIndexOf('.');
        return file == null || dot < 0
                ? file
                : frame.className().substring(0, dot + 1).replace('.', '/') + file;
    }

    /** The method of a frame, if the class file is the one that ran. */
    Located locate(Frame frame) {
        Found found = find(frame.className());
        ClassCode code = found.code;
        if (code == null) {
            return new Located(null, "", found.uncertainty);
        }
        String name = frame.methodName() + frame.descriptor();
        String where = frame.className() + " in " + code.origin();
        Integer access = code.access(frame.methodName(), frame.descriptor());
        if (access == null) {
            return uncertainty(
                    Uncertainty.Reason.NO_METHOD,
                    where + " has no method " + name + ": it is another version, or an agent added the method");
        }
        try {
            MethodCode method = code.method(frame.methodName(), frame.descriptor());
            String difference = difference(frame, access, method);
            return difference == null
                    ? new Located(method, code.origin(), null)
                    : uncertainty(
                            Uncertainty.Reason.CLASS_DIFFERS,
                            where + " does not match the recording: in " + name + ", " + difference
                                    + "; it is another version, or an agent changed it");
        } catch (ClassCode.BrokenClassException e) {
            path.note("Cannot read " + where + ": " + e.getMessage() + ".");
            return uncertainty(Uncertainty.Reason.BROKEN_CLASS, where + " cannot be read: " + e.getMessage());
        }
    }

    private static Located uncertainty(Uncertainty.Reason reason, String text) {
        return new Located(null, "", new Uncertainty(reason, text));
    }

    private static @Nullable String difference(Frame frame, int access, MethodCode method) {
        if (((frame.modifiers() ^ access) & SHARED_FLAGS) != 0) {
            return "the modifiers differ";
        }
        int index = frame.bytecodeIndex();
        if (index < 0) {
            return null;
        }
        if (!method.offsets().contains(index)) {
            return "index " + index + " is not an instruction";
        }
        if (!method.lines().agrees(index, frame.line())) {
            return "index " + index + " is on line " + method.lines().at(index) + ", not " + frame.line();
        }
        return null;
    }

    private Found find(String className) {
        Found known = classes.get(className);
        if (known == null) {
            known = read(className);
            classes.put(className, known);
        }
        return known;
    }

    private Found read(String className) {
        ClassBytes file = path.find(className);
        if (file == null) {
            return new Found(
                    null,
                    new Uncertainty(
                            Uncertainty.Reason.NO_CLASS_FILE, "the class file of " + className + " is missing"));
        }
        try {
            return new Found(ClassCode.read(className, file), null);
        } catch (ClassCode.BrokenClassException e) {
            path.note("Cannot read " + className + " in " + file.origin() + ": " + e.getMessage() + ".");
            return new Found(
                    null,
                    new Uncertainty(
                            Uncertainty.Reason.BROKEN_CLASS,
                            className + " in " + file.origin() + " cannot be read: " + e.getMessage()));
        }
    }
}
