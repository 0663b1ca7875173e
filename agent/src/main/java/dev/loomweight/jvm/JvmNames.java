package dev.loomweight.jvm;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of the JVM: classes of the JDK, hidden classes, threads and locks of the JVM's own. */
public final class JvmNames {

    /** The class of threads that the JDK creates for itself: they inherit nothing from who happened to need them first. */
    public static final String INNOCUOUS_THREAD = "jdk.internal.misc.InnocuousThread";

    /** What the names of the network pollers begin with. */
    public static final String POLLER_THREAD = "SubPoller-";

    private static final String POLLER_REASON = "Waited for initialization of sun.nio.ch.Poller";
    // The lock of a class that is linked or initialized.
    private static final String CLASS_LOCK = "[I";
    // Threads that meet there wait for microseconds, unless linking the class takes its time: its verification may load
    // others through a class loader that blocks.
    private static final long LONG_LINKING_NANOS = 1_000_000;

    // Java threads of the JVM's own that run no Java code.
    private static final List<String> WITHOUT_FRAMES = List.of(
            "Signal Dispatcher",
            "Service Thread",
            "Monitor Deflation Thread",
            "Notification Thread",
            "Attach Listener",
            "DestroyJavaVM",
            "JFR Recorder Thread",
            "Sweeper thread",
            "C1 CompilerThread",
            "C2 CompilerThread",
            "JVMCI CompilerThread",
            "Unnamed thread for signals");
    // Of native code that has attached itself, unless it gives a name; of an application's threads, too.
    private static final String UNNAMED = "Thread-";
    private static final Set<String> WITH_FRAMES =
            Set.of("main", "Reference Handler", "Finalizer", "Common-Cleaner", "process reaper");

    private JvmNames() {}

    /**
     * Whether a platform thread of that name has no Java frames: one of the JVM's own, or of native code.
     *
     * @param thread its name; may be empty
     */
    public static boolean isWithoutFrames(String thread) {
        return thread.startsWith(UNNAMED) || WITHOUT_FRAMES.stream().anyMatch(thread::startsWith);
    }

    /** Whether the JVM starts a platform thread of that name for itself, carriers aside. */
    public static boolean isOfJvm(String thread) {
        return WITH_FRAMES.contains(thread)
                || thread.startsWith("JFR ")
                || CarrierNames.isHelper(thread)
                || WITHOUT_FRAMES.stream().anyMatch(thread::startsWith);
    }

    /**
     * A class name without the suffix that the JVM gives to hidden classes, which differs from run to run:
     * {@code +0x...} on JDK 21, where the recorder adds a number to it, and {@code .0x...} from 24 on.
     */
    public static String stableName(String className) {
        int end = className.length();
        // Nearly all names have none, and most end with a letter that is no hexadecimal digit.
        if (end == 0 || !isHexadecimal(className.charAt(end - 1))) {
            return className;
        }
        int at = addressBefore(className, end);
        if (at < 0) {
            int number = end;
            while (number > 0 && isDigit(className.charAt(number - 1))) {
                number--;
            }
            boolean numbered = number < end && number > 0 && isSeparator(className.charAt(number - 1));
            at = numbered ? addressBefore(className, number - 1) : -1;
        }
        return at < 0 ? className : className.substring(0, at);
    }

    // An address, on JDK 21 with an identity hash after it: +0x...b08/324457684 as the JVM prints it, or with a dot
    // once the name is in Java's notation.
    private static int addressBefore(String name, int end) {
        int at = end;
        while (at > 0 && isHexadecimal(name.charAt(at - 1))) {
            at--;
        }
        return at < end
                        && at >= 3
                        && name.charAt(at - 1) == 'x'
                        && name.charAt(at - 2) == '0'
                        && (name.charAt(at - 3) == '+' || isSeparator(name.charAt(at - 3)))
                ? at - 3
                : -1;
    }

    private static boolean isSeparator(char c) {
        return c == '.' || c == '/';
    }

    private static boolean isHexadecimal(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * Whether a class is one of the JDK's, by its package. Where its class file was found decides better, if that is
     * known: libraries and an application's own image can have classes of any package.
     *
     * @param className in Java's notation
     */
    public static boolean isJdk(String className) {
        return JdkPackages.have(className);
    }

    /** Whether a class is in a package that no class loader but the JDK's own may define. */
    public static boolean isOfJdkAlone(String className) {
        return JdkPackages.areReserved(className);
    }

    /** Whether a module is one of the JDK's, by its name: {@code jlink} also puts those of applications into an image. */
    public static boolean isJdkModule(String module) {
        return JdkPackages.areReserved(module) || module.startsWith("jdk.");
    }

    /**
     * Whether a pin is the JVM's own: from JDK 24 on, its network pollers wait until a class of theirs is initialized.
     *
     * @param thread the name of the virtual thread, or null where it is not recorded
     * @param reason why it could not unmount, in the JVM's words, or null before JDK 24
     */
    public static boolean isJvmOwnPin(@Nullable String thread, @Nullable String reason) {
        return isPoller(thread) || (reason != null && reason.startsWith(POLLER_REASON));
    }

    /**
     * Whether waiting to enter a monitor is the JVM's own wherever the JVM takes that monitor, and not the method that
     * waits: shorter than a millisecond, for a class that another thread links.
     *
     * @param monitorClass the class of the monitor, or null where it is not recorded
     * @param nanos how long it waited, in nanoseconds
     */
    public static boolean isShortLinking(@Nullable String monitorClass, long nanos) {
        return isClassLock(monitorClass) && nanos < LONG_LINKING_NANOS;
    }

    /**
     * Whether a monitor can be how the JVM locks a class that it links or initializes, by its class: an {@code int[]}. It
     * can also be the lock of the code that waits, as {@link ClassLocks} decides.
     *
     * @param monitorClass in Java's notation or the JVM's, or null where it is not recorded
     */
    public static boolean isClassLock(@Nullable String monitorClass) {
        return CLASS_LOCK.equals(monitorClass) || "int[]".equals(monitorClass);
    }

    /**
     * A class name as source code has it: {@code int[]} for {@code [I}, {@code java.lang.Object[]} for {@code
     * [Ljava.lang.Object;}. What is no array is returned as it is.
     *
     * @param className in Java's notation, arrays in that of {@link Class#getName()}
     */
    public static String sourceName(String className) {
        int dimensions = 0;
        while (dimensions < className.length() && className.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions == 0 || dimensions == className.length()) {
            return className;
        }
        char kind = className.charAt(dimensions);
        if (kind == 'L') {
            return className.endsWith(";")
                    ? className.substring(dimensions + 1, className.length() - 1) + "[]".repeat(dimensions)
                    : className;
        }
        @Nullable
        String element = switch (kind) {
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            case 'D' -> "double";
            default -> null;
        };
        return element == null ? className : element + "[]".repeat(dimensions);
    }

    /**
     * Whether the name of a class says that it is a class loader: it ends with {@code ClassLoader}, as it usually does.
     *
     * @param className in Java's notation, or null
     */
    public static boolean isLoaderName(@Nullable String className) {
        return className != null && stableName(className).endsWith("ClassLoader");
    }

    /** Whether a thread is one of the JDK's network pollers. */
    public static boolean isPoller(@Nullable String thread) {
        if (thread == null || !thread.startsWith(POLLER_THREAD) || thread.length() == POLLER_THREAD.length()) {
            return false;
        }
        for (int i = POLLER_THREAD.length(); i < thread.length(); i++) {
            if (!Character.isDigit(thread.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
