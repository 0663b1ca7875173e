/**
 * Class files: which frame holds which monitor at its bytecode index, or on its line in a thread dump. What a held monitor
 * means is decided in {@code diagnosis}.
 *
 * <p>{@link dev.loomweight.bytecode.ClassPath} finds the class files of the recorded application and of its JDK.
 * {@link dev.loomweight.bytecode.Code} reads them. {@link dev.loomweight.bytecode.StackCode} uses a class file only if
 * each recorded index is one of its instructions, on the recorded line, and can have called the frame above.
 * {@link dev.loomweight.bytecode.Holders} gives a {@link dev.loomweight.bytecode.HeldMonitors} for every frame: which
 * monitors it holds, that it holds none, or why that cannot be decided.
 *
 * <p>{@link dev.loomweight.bytecode.WaitedMonitor} compares what is held with what is waited on: {@code Value} is which
 * object it is within one call, {@code ObjectOrigin} where it comes from through the calls of a stack.
 *
 * <p>Inside, {@code BlockMonitors} runs ASM's data flow over a method: {@code MonitorState} is what is held,
 * {@code Operand} what the locked object is called. Nothing here throws because of a file's content: what cannot be read
 * is a note, what cannot be decided is an uncertainty.
 */
@NullMarked
package dev.loomweight.bytecode;

import org.jspecify.annotations.NullMarked;
