package dev.loomweight.jvm;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The frames of one recorded stack, the innermost first, and what each one is by its name and modifiers. */
public abstract class JvmStack {

    /** No frame. */
    public static final int NONE = -1;

    /** The name of a stack without frames. */
    public static final String NO_STACK = "(no stack recorded)";

    private static final int SYNCHRONIZED = 0x20;
    private static final int NATIVE = 0x100;
    // Native frames of the JVM itself, in the stack of every pin, and the intrinsics of method handles.
    private static final Set<String> NATIVE_OF_THE_JVM = Set.of(
            "java.lang.Object",
            VirtualThreads.CLASS,
            "java.lang.invoke.MethodHandle",
            "java.lang.invoke.VarHandle",
            "jdk.internal.misc.Unsafe",
            VirtualThreads.JDK_CONTINUATION);

    private static final String UPCALL_STUB = "jdk.internal.foreign.abi.UpcallStub";
    private static final Set<String> UPCALLS_TO_LINK = Set.of(
            "linkCallSite", "linkDynamicConstant", "linkMethod", "linkMethodHandleConstant", "findMethodHandleType");

    /** Native code that calls back into Java. */
    public enum NativeCode {
        /** A native method. */
        METHOD,
        /** Native code that was called through the foreign-function API. */
        UPCALL,
        /** The native accessor of reflection. */
        REFLECTION
    }

    /** For those that know how to read frames. */
    protected JvmStack() {}

    /** The number of frames. */
    public abstract int size();

    /** The class of a frame in Java's notation, as recorded, with the suffix of a hidden class. */
    protected abstract String recordedClass(int i);

    /** The name of a frame's method. */
    protected abstract String methodName(int i);

    /** The descriptor of a frame's method, such as {@code (J)V}. */
    protected abstract String descriptor(int i);

    /** The access flags of a frame's method. */
    protected abstract int modifiers(int i);

    /** The index of the instruction that a frame stands at, or -1 where it is not recorded. */
    protected abstract int bytecodeIndex(int i);

    /** The line of source that a frame stands at, or a negative number where it is not recorded. */
    protected abstract int line(int i);

    /** Whether outer frames are missing. */
    public boolean isTruncated() {
        return false;
    }

    /** Whether a frame is of the application's own code: not the JDK's, unless a subclass knows better. */
    protected boolean isOwn(int i) {
        return isOwnClass(recordedClass(i));
    }

    /**
     * Whether a class is the application's own.
     *
     * @param className in Java's notation
     */
    protected boolean isOwnClass(String className) {
        return !JvmNames.isJdk(className);
    }

    /**
     * Whether the JVM called a class loader for a frame, and not the frame itself.
     *
     * @param caller the frame that called {@code loadClass}, or needed the class
     */
    protected boolean isCalledByJvm(int caller) {
        return isOwn(caller);
    }

    /** The class of a frame, without the suffix of a hidden class. */
    public final String className(int i) {
        return JvmNames.stableName(recordedClass(i));
    }

    /** The method of a frame as people read it: {@code com.acme.Cart.add}. */
    public final String method(int i) {
        return className(i) + "." + methodName(i);
    }

    /** Where a frame is in code. */
    public final CodePlace at(int i) {
        return new CodePlace(className(i), methodName(i), line(i));
    }

    /** Whether a frame is of the JDK: by its package, unless a subclass knows better. */
    public boolean isJdk(int i) {
        return JvmNames.isJdk(recordedClass(i));
    }

    /** Whether a frame is of a synchronized method. */
    public final boolean isSynchronized(int i) {
        return (modifiers(i) & SYNCHRONIZED) != 0;
    }

    /** Whether a frame is of a native method. */
    public final boolean isNative(int i) {
        return (modifiers(i) & NATIVE) != 0;
    }

    /** The kind of native code that a frame is, or null. */
    public final @Nullable NativeCode nativeCode(int i) {
        // The stub has no native modifier, and the frames of the native code itself are not in the stack.
        if (recordedClass(i).startsWith(UPCALL_STUB) && className(i).equals(UPCALL_STUB)) {
            return NativeCode.UPCALL;
        }
        if (!isNative(i)) {
            return null;
        }
        String name = className(i);
        if (NATIVE_OF_THE_JVM.contains(name)) {
            return null;
        }
        return name.startsWith("jdk.internal.reflect.") ? NativeCode.REFLECTION : NativeCode.METHOD;
    }

    /** Whether a frame is a class initializer. */
    public final boolean isInitializer(int i) {
        return methodName(i).equals("<clinit>");
    }

    /** The innermost frame of a class's initializer, or {@link #NONE}. */
    public final int initializerOf(String className) {
        for (int i = 0; i < size(); i++) {
            if (isInitializer(i) && className(i).equals(className)) {
                return i;
            }
        }
        return NONE;
    }

    /**
     * Whether the JVM called a frame to link a call or a constant of another frame: an {@code invokedynamic}, a constant
     * that a bootstrap method computes, the first use of a method handle. The code of the JVM lies between.
     */
    public final boolean isLinking(int i) {
        return recordedClass(i).equals("java.lang.invoke.MethodHandleNatives")
                && UPCALLS_TO_LINK.contains(methodName(i));
    }

    /**
     * The bootstrap method that a frame which links has called; that frame itself where none of the application's or of a
     * library's is on the stack.
     *
     * @param linking a frame that {@link #isLinking} is true of
     */
    public final int bootstrapMethod(int linking) {
        int i = linking - 1;
        while (i >= 0 && isLinkage(i)) {
            i--;
        }
        return i < 0 || isJdk(i) ? linking : i;
    }

    /** Whether a frame only passes a call on: a form of the JDK's method handles, or reflection. */
    public final boolean isLinkage(int i) {
        String name = className(i);
        return name.startsWith("java.lang.invoke.")
                || name.startsWith("jdk.internal.reflect.")
                || name.equals("java.lang.reflect.Method")
                || name.equals("java.lang.reflect.Constructor");
    }

    /** Whether a native frame has called a class loader, or made the JVM load a class. */
    public final boolean isLoadingBelow(int i) {
        return i > 0 && nativeCode(i) != null && isLoadClass(i - 1);
    }

    /**
     * Whether a native method of the JDK has made the JVM load a class, as {@code Class.forName}, the definition of a class
     * with a superclass, and the look-up of a method handle do. Then the JVM calls the loader, as for an instruction.
     */
    public final boolean isLoadingForJdk(int i) {
        return isLoadingBelow(i) && nativeCode(i) == NativeCode.METHOD && isJdk(i);
    }

    /** Whether a frame is {@code Object.wait}. */
    public final boolean isWait(int i) {
        return recordedClass(i).equals("java.lang.Object") && methodName(i).startsWith("wait");
    }

    /** Whether the innermost frame is {@code Object.wait}. */
    public final boolean isInWait() {
        return size() > 0 && isWait(0);
    }

    /** The frame that waits for a monitor: the innermost one that is not {@code Object.wait}. */
    public final int waiting() {
        int at = 0;
        while (at < size() - 1 && isWait(at)) {
            at++;
        }
        return at;
    }

    /**
     * Whether a frame is the innermost {@code loadClass} of a class loader that the JVM called: for an instruction that
     * calls nothing itself, such as {@code new}, or for a native method of the JDK.
     */
    public final boolean isLoading(int i) {
        if (!isLoadClass(i) || (i > 0 && isLoadClass(i - 1))) {
            return false;
        }
        int caller = afterLoading(i);
        return caller != NONE && (isLoadingForJdk(caller) || isCalledByJvm(caller));
    }

    /** The frame that made the JVM load a class, or {@link #NONE}. */
    public final int afterLoading(int i) {
        int caller = i;
        while (caller < size() && isLoadClass(caller)) {
            caller++;
        }
        return caller < size() ? caller : NONE;
    }

    private boolean isLoadClass(int i) {
        return methodName(i).equals("loadClass")
                && descriptor(i).startsWith("(Ljava/lang/String;")
                && descriptor(i).endsWith(")Ljava/lang/Class;");
    }

    /**
     * The first frame of the application's own code from there outwards, or {@link #NONE}. The class of a lambda, which
     * is hidden and has no source, is passed over.
     */
    public final int ownFrom(int from) {
        for (int i = from; i < size(); i++) {
            if (isOwn(i) && recordedClass(i).equals(className(i))) {
                return i;
            }
        }
        return NONE;
    }

    /**
     * The method that a stack is named for where no frame is to blame, without a line: its innermost one outside the JDK.
     * In a stack of the JDK alone, the innermost one that is not the virtual thread's own machinery; methods of the same
     * name from different class loaders are one. Null where no frame is recorded.
     */
    public final @Nullable CodePlace place() {
        int at = outsideJdk();
        for (int i = 0; i < size() && at == NONE; i++) {
            at = isMachinery(i) ? NONE : i;
        }
        return size() == 0 ? null : at(Math.max(0, at)).withoutLine();
    }

    /** The same as text, which says so where no frame is recorded. */
    public final String placeName() {
        CodePlace place = place();
        return place == null ? NO_STACK : place.method();
    }

    /** The innermost frame outside the JDK, or {@link #NONE}. */
    public final int outsideJdk() {
        for (int i = 0; i < size(); i++) {
            if (!isJdk(i)) {
                return i;
            }
        }
        return NONE;
    }

    private boolean isMachinery(int i) {
        return VirtualThreads.isOwn(this, i) || recordedClass(i).startsWith(VirtualThreads.JDK_CONTINUATION);
    }
}
